import { Button, Menu } from '@mantine/core';
import { IconArrowLeft, IconChevronDown, IconDeviceFloppy, IconGitCompare, IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { GraderId } from '../../../shared/model/ids.ts';
import { useHost } from '../../data/client.tsx';
import { useRpcFetch } from '../../data/use-rpc-query.ts';
import { formatMoment } from '../../i18n/format.ts';
import { formatKeys } from '../../state/keys.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { GraderMenu } from './GraderMenu.tsx';
import { versionBefore } from './versions.ts';
import { ScoreButton } from './ScoreButton.tsx';
import type { GraderSession } from './use-grader-session.ts';
import type { Scoring } from './use-scoring.ts';

type Props = {
  readonly session: GraderSession;
  readonly scoring: Scoring;
  readonly compared: number | null;
  readonly onCompare: (version: number | null) => void;
  readonly onPick: (graderId: GraderId) => void;
  readonly onNew: () => void;
  readonly onFormat: () => void;
};

/** Which grader, which version, and what to do with it. */
export function GradersHead({ session, scoring, compared, onCompare, onPick, onNew, onFormat }: Props) {
  const { t } = useTranslation('graders');
  const { isMac } = useHost();
  const { details, isDraft, nextVersion } = session;
  const base = details.versions.find((version) => version.version === details.version);
  const moment = base === undefined ? '' : formatMoment(base.createdAt);
  const isReadOnly = scoring.obstacle?.kind === 'readOnly';
  return (
    <PageHead
      title={t('title')}
      middle={
        <>
          <GraderMenu session={session} isReadOnly={isReadOnly} onPick={onPick} onNew={onNew} onFormat={onFormat} />
          <ToneBadge tone="accent">
            {isDraft ? t('head.draft', { version: nextVersion }) : t('head.version', { version: details.version })}
          </ToneBadge>
          <span className="label t3">
            {isDraft ? t('head.basedOn', { version: details.version, moment }) : t('head.saved', { moment })}
          </span>
        </>
      }
    >
      {compared === null ? (
        <CompareMenu session={session} onCompare={onCompare} isReadOnly={isReadOnly} />
      ) : (
        <Button leftSection={<IconArrowLeft size={14} />} onClick={() => onCompare(null)}>
          {t('head.closeCompare')}
        </Button>
      )}
      <Button
        leftSection={<IconDeviceFloppy size={14} />}
        rightSection={<Kbd keys={formatKeys('mod+s', isMac)} />}
        aria-keyshortcuts="Control+S"
        disabled={!isDraft || isReadOnly}
        loading={session.isSaving}
        onClick={() => void session.save()}
      >
        {t('head.save', { version: nextVersion })}
      </Button>
      <ScoreButton session={session} scoring={scoring} />
    </PageHead>
  );
}

type CompareProps = {
  readonly session: GraderSession;
  readonly isReadOnly: boolean;
  readonly onCompare: (version: number) => void;
};

/** The version before at once; all others, and going on from one, in the menu beside it. */
function CompareMenu({ session, isReadOnly, onCompare }: CompareProps) {
  const { t } = useTranslation('graders');
  const fetch = useRpcFetch();
  const { details, isDraft, graderId } = session;
  const before = versionBefore(session);
  if (before === null) return null;

  async function load(version: number): Promise<void> {
    const { files } = await fetch('graders.get', { graderId, version });
    session.load(files);
  }
  return (
    <Button.Group>
      <Button leftSection={<IconGitCompare size={14} />} onClick={() => onCompare(before)}>
        {t('head.compareWith', { version: before })}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button aria-label={t('head.versions')} px={6}>
            <IconChevronDown size={14} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          {details.versions.map((version) => {
            const isCurrent = version.version === details.version;
            return (
              <div key={version.version} role="none">
                <Menu.Label>
                  {t('versions.item', { version: version.version, moment: formatMoment(version.createdAt) })}
                  {isCurrent ? `, ${t('versions.current')}` : ''}
                  {version.note === null ? null : <div>{version.note}</div>}
                </Menu.Label>
                <Menu.Item
                  leftSection={<IconGitCompare size={14} />}
                  disabled={isCurrent && !isDraft}
                  onClick={() => onCompare(version.version)}
                >
                  {t('versions.compare', { version: version.version })}
                </Menu.Item>
                {isReadOnly || isCurrent ? null : (
                  <Menu.Item leftSection={<IconHistory size={14} />} onClick={() => void load(version.version)}>
                    {t('versions.load', { version: version.version })}
                  </Menu.Item>
                )}
              </div>
            );
          })}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
