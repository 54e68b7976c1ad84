import { UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleX,
  IconCopy,
  IconFileSpreadsheet,
  IconFileText,
  IconFileZip,
  IconLoader2,
  IconQuestionMark,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FileRefId } from '../../../../shared/model/ids.ts';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { markedText } from '../../../trace/visible-text.ts';
import { ToneBadge, type Tone } from '../../../ui/Badges.tsx';
import { fileKind } from '../file-kind.ts';
import type { FileState } from './file-state.ts';
import type { InspectedFile } from './use-inspections.ts';
import classes from './wizard.module.css';

const GLYPHS = { archive: IconFileZip, table: IconFileSpreadsheet, text: IconFileText } as const;

export function FileGlyph({ name }: { readonly name: string }) {
  const Glyph = GLYPHS[fileKind(name)];
  return (
    <span className={classes.fileIcon} aria-hidden>
      <Glyph size={16} stroke={1.9} />
    </span>
  );
}

const STATES: Readonly<Record<FileState, { readonly tone: Tone; readonly icon: Icon }>> = {
  reading: { tone: 'neutral', icon: IconLoader2 },
  ready: { tone: 'ok', icon: IconCheck },
  imported: { tone: 'neutral', icon: IconCopy },
  choose: { tone: 'warn', icon: IconQuestionMark },
  map: { tone: 'warn', icon: IconQuestionMark },
  unreadable: { tone: 'err', icon: IconCircleX },
  failed: { tone: 'err', icon: IconAlertTriangle },
};

export function StateBadge({ state }: { readonly state: FileState }) {
  const { t } = useTranslation('collect');
  const { tone, icon: StateIcon } = STATES[state];
  return (
    <ToneBadge tone={tone} icon={<StateIcon size={12} aria-hidden />}>
      {t(`files.states.${state}`)}
    </ToneBadge>
  );
}

type FileRailProps = {
  readonly inspected: readonly InspectedFile[];
  readonly current: FileRefId;
  readonly onShow: (ref: FileRefId) => void;
};

/** The files at the side of a step, where there is more than one. */
export function FileRail({ inspected, current, onShow }: FileRailProps) {
  const { t } = useTranslation('collect');
  return (
    <ul className={classes.rail} aria-label={t('wizard.rail')}>
      {inspected.map(({ file, state }) => (
        <li key={file.ref}>
          <UnstyledButton
            className={classes.railEntry}
            aria-current={file.ref === current ? 'true' : undefined}
            onClick={() => onShow(file.ref)}
          >
            <span className="ell" title={markedText(file.name)}>
              <VisibleText text={file.name} />
            </span>
            <StateBadge state={state} />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
