import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import {
  IconCards,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconCircleDashed,
  IconCopy,
  IconCopyPlus,
  IconDots,
  IconEye,
  IconFlag,
  IconPencil,
  IconTag,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { sampleRef } from '../../../shared/model/ids.ts';
import type { SampleDetail, SampleRow } from '../../../shared/model/sample.ts';
import { showToast } from '../../data/toasts.tsx';
import { VisibleText } from '../../trace/VisibleText.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { ToneBadge, type Tone } from '../../ui/Badges.tsx';
import type { SampleActions } from './use-sample-actions.ts';
import classes from './viewer.module.css';

export type ViewerHeadProps = {
  readonly detail: SampleDetail;
  readonly isOutside: boolean;
  readonly canWrite: boolean;
  /** Acts on this sample alone, whatever is checked. */
  readonly actions: SampleActions;
  readonly onMove: (by: 1 | -1) => void;
  readonly onEdit: (detail: SampleDetail) => void;
  readonly onDuplicate: (detail: SampleDetail) => void;
  readonly onSimilar: () => void;
  readonly onTag: () => void;
  readonly onFlag: () => void;
  /** Where the trajectory lies over the table. */
  readonly onClose?: (() => void) | undefined;
};

export function ViewerHead(props: ViewerHeadProps) {
  const { detail, isOutside, onMove, onClose } = props;
  const { t } = useTranslation('samples');
  const { row } = detail;
  const title = row.title === '' ? t('table.untitled') : row.title;
  return (
    <header className={classes.head}>
      <span className={`mono t3 ${classes.ref}`}>{sampleRef(row.id)}</span>
      <h2 className={classes.title} title={title} dir="auto">
        <VisibleText text={title} />
      </h2>
      <span className={classes.grow} />
      {isOutside ? <ToneBadge>{t('viewer.outside')}</ToneBadge> : null}
      <DecisionMenu {...props} />
      <ActionIcon size={24} aria-label={t('viewer.previous')} aria-keyshortcuts="K" onClick={() => onMove(-1)}>
        <IconChevronUp size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon size={24} aria-label={t('viewer.next')} aria-keyshortcuts="J" onClick={() => onMove(1)}>
        <IconChevronDown size={14} aria-hidden />
      </ActionIcon>
      <MoreMenu {...props} />
      {onClose === undefined ? null : (
        <ActionIcon size={24} aria-label={t('viewer.close')} onClick={onClose}>
          <IconX size={14} aria-hidden />
        </ActionIcon>
      )}
    </header>
  );
}

const TONES = { include: 'ok', exclude: 'err', undecided: 'neutral' } as const satisfies Record<
  SampleRow['decision'],
  Tone
>;
const ICONS = { include: IconCheck, exclude: IconX, undecided: IconCircleDashed } as const;

/** The decision as a badge; a click changes it. An accepted sample says the split it belongs to. */
function DecisionMenu({ detail, canWrite, actions }: ViewerHeadProps) {
  const { t } = useTranslation(['samples', 'common']);
  const { decision, split } = detail.row;
  const DecisionIcon = ICONS[decision];
  const name = t(`common:decision.${decision}`);
  const label = decision === 'include' && split !== null ? t(`samples:splits.${split}`) : name;
  const badge = (
    <ToneBadge tone={TONES[decision]} icon={<DecisionIcon size={12} aria-hidden />}>
      {label}
    </ToneBadge>
  );
  if (!canWrite) return badge;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton
          className={classes.badge}
          aria-label={t('samples:decision.label', { decision: name })}
          title={detail.decisionReason ?? undefined}
        >
          {badge}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCheck size={14} aria-hidden />}
          rightSection={<Kbd keys="A" />}
          onClick={() => actions.decide('include')}
        >
          {t('samples:decision.include')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconX size={14} aria-hidden />}
          rightSection={<Kbd keys="R" />}
          onClick={() => actions.decide('exclude')}
        >
          {t('samples:decision.exclude')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconEye size={14} aria-hidden />}
          rightSection={<Kbd keys="W" />}
          onClick={actions.needsWork}
        >
          {t('samples:decision.needsWork')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCircleDashed size={14} aria-hidden />} onClick={() => actions.decide('undecided')}>
          {t('samples:decision.undecided')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function MoreMenu({ detail, canWrite, onEdit, onDuplicate, onSimilar, onTag, onFlag }: ViewerHeadProps) {
  const { t } = useTranslation(['samples', 'common']);
  const ref = sampleRef(detail.row.id);
  async function copyRef(): Promise<void> {
    await navigator.clipboard.writeText(ref);
    showToast({ message: t('common:actions.copied') });
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} aria-label={t('samples:viewer.more')}>
          <IconDots size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={!canWrite}
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => onEdit(detail)}
        >
          {t('samples:viewer.edit')}
        </Menu.Item>
        <Menu.Item
          disabled={!canWrite}
          leftSection={<IconCopyPlus size={14} aria-hidden />}
          onClick={() => onDuplicate(detail)}
        >
          {t('samples:viewer.duplicate')}
        </Menu.Item>
        <Menu.Item
          disabled={!canWrite}
          leftSection={<IconTag size={14} aria-hidden />}
          rightSection={<Kbd keys="T" />}
          onClick={onTag}
        >
          {t('samples:actions.tag')}
        </Menu.Item>
        <Menu.Item disabled={!canWrite} leftSection={<IconFlag size={14} aria-hidden />} onClick={onFlag}>
          {t('samples:actions.flag')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconCards size={14} aria-hidden />}
          rightSection={<Kbd keys="S" />}
          onClick={onSimilar}
        >
          {t('samples:viewer.similar')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('samples:viewer.source', { source: detail.row.sourceName })}</Menu.Label>
        {detail.taskKey === null ? null : <Menu.Label>{t('samples:viewer.task', { key: detail.taskKey })}</Menu.Label>}
        <Menu.Item leftSection={<IconCopy size={14} aria-hidden />} onClick={() => void copyRef()}>
          {t('samples:viewer.copyRef', { ref })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
