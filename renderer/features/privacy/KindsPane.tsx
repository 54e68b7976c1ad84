import { SegmentedControl, Tooltip, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PrivacyAction } from '../../../shared/model/privacy.ts';
import type { KindSummary } from '../../../shared/contract/privacy.ts';
import type { Output } from '../../data/methods.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatCount } from '../../i18n/format.ts';
import { Note, ToneBadge } from '../../ui/Badges.tsx';
import { FieldRules } from './FieldRules.tsx';
import { KindName, Token } from './KindName.tsx';
import { withKind } from './policy-rules.ts';
import classes from './privacy.module.css';
import type { Scope } from './use-scope.ts';

type KindsPaneProps = {
  readonly summary: Output<'privacy.summary'>;
  readonly view: Scope;
  readonly canWrite: boolean;
};

/** Every kind with what was found of it and what the project does with it; fields may have rules of their own. */
export function KindsPane({ summary, view, canWrite }: KindsPaneProps) {
  const { t } = useTranslation('privacy');
  const { data: policy } = useRpcQuery('privacy.policy', {});
  const { run } = useRpcCommand('privacy.setPolicy');
  const { kind: shownKind } = view.conditions;
  return (
    <>
      <div className={classes.paneHead}>
        <h2>{t('table.title')}</h2>
        <ToneBadge>{t('table.found', { count: summary.found })}</ToneBadge>
        <span className={classes.grow} />
        <UnstyledButton
          className={classes.textButton}
          aria-pressed={shownKind === null}
          disabled={shownKind === null}
          onClick={() => view.set({ kind: null })}
        >
          {t('table.all')}
        </UnstyledButton>
      </div>
      {/* It scrolls, so the keyboard must reach it. */}
      <div className={classes.scroll} role="group" aria-label={t('panes.kinds')} tabIndex={0}>
        <ul>
          {summary.kinds.map((entry) => (
            <KindRow
              key={entry.kind}
              entry={entry}
              isShown={entry.kind === shownKind}
              canWrite={canWrite && policy !== undefined}
              onShow={() => view.set({ kind: entry.kind === shownKind ? null : entry.kind })}
              onAction={(action) => {
                if (policy !== undefined) void run({ policy: withKind(policy, entry.kind, action) });
              }}
            />
          ))}
        </ul>
        <p className={classes.about}>{t('policy.about')}</p>
        {policy === undefined ? null : (
          <FieldRules policy={policy} canWrite={canWrite} onPolicy={(next) => void run({ policy: next })} />
        )}
        <div className={classes.noteAtFoot}>
          <Note>{t('note')}</Note>
        </div>
      </div>
    </>
  );
}

type KindRowProps = {
  readonly entry: KindSummary;
  readonly isShown: boolean;
  readonly canWrite: boolean;
  readonly onShow: () => void;
  readonly onAction: (action: PrivacyAction) => void;
};

function KindRow({ entry, isShown, canWrite, onShow, onAction }: KindRowProps) {
  const { t } = useTranslation('privacy');
  const { kind, found, action } = entry;
  const counts = useCounts(entry);
  const name = t(`kinds.${kind}`);
  return (
    <li className={classes.kind} data-current={isShown || undefined} data-none={found === 0 || undefined}>
      <UnstyledButton
        className={classes.kindButton}
        aria-pressed={isShown}
        aria-label={t('table.show', { kind: name, counts })}
        onClick={onShow}
      >
        <span className={classes.kindTop}>
          <KindName kind={kind} />
          <Token text={entry.shownAs} />
        </span>
        <span className="meta num">{counts}</span>
      </UnstyledButton>
      <span className={classes.kindEnd}>
        {entry.partial ? <Partial /> : null}
        <SegmentedControl
          size="xs"
          aria-label={t('policy.of', { kind: name })}
          disabled={!canWrite}
          value={action}
          onChange={(value) => onAction(PrivacyAction.parse(value))}
          data={PrivacyAction.options.map((value) => ({ value, label: t(`policy.${value}`) }))}
        />
      </span>
    </li>
  );
}

function useCounts({ found, open, masked, dismissed, kept }: KindSummary): string {
  const { t } = useTranslation('privacy');
  if (found === 0) return t('table.none');
  const parts = [
    ...(open > 0 ? [t('table.open', { count: open })] : []),
    ...(masked > 0 ? [t('table.masked', { count: masked })] : []),
    ...(dismissed > 0 ? [t('table.dismissed', { count: dismissed })] : []),
    ...(kept > 0 && kept < open ? [t('table.kept', { count: kept })] : []),
  ];
  // One state alone is the same number as all.
  return parts.length === 1 ? (parts[0] ?? '') : `${formatCount(found)}: ${parts.join(', ')}`;
}

/** Why a kind is never complete: for the pointer, and for the keyboard, too. */
function Partial() {
  const { t } = useTranslation('privacy');
  return (
    <Tooltip label={t('table.partialHint')} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className={classes.partial} aria-label={`${t('table.partial')}: ${t('table.partialHint')}`}>
        {t('table.partial')}
      </button>
    </Tooltip>
  );
}
