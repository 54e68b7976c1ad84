import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowRight, IconRestore, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { MaskedText, PrivacyFinding } from '../../../shared/contract/privacy.ts';
import { sampleRef } from '../../../shared/model/ids.ts';
import { useHost } from '../../data/client.tsx';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatKeys } from '../../state/keys.ts';
import { VisibleText } from '../../trace/VisibleText.tsx';
import { Note, ToneBadge } from '../../ui/Badges.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { KindName, Token } from './KindName.tsx';
import { piecesOf } from './preview-pieces.ts';
import type { Can } from './PrivacyPage.tsx';
import classes from './privacy.module.css';
import { findingHref } from './finding-href.ts';

type FindingPaneProps = {
  readonly finding: PrivacyFinding | null;
  readonly can: Can;
  readonly side: 'before' | 'after';
  readonly onSide: (side: 'before' | 'after') => void;
};

/** One finding in its text, what it will be shown as, and what a person can say about it. */
export function FindingPane({ finding, can, side, onSide }: FindingPaneProps) {
  const { t } = useTranslation('privacy');
  if (finding === null) return <EmptyState title={t('panes.finding')} text={t('empty.pick')} />;
  return (
    <>
      <div className={classes.paneHead}>
        <h2>
          <KindName kind={finding.kind} />
        </h2>
        <span className={classes.grow} />
        <Link href={findingHref(finding)} className={classes.textButton}>
          {t('finding.openSample', { ref: sampleRef(finding.sampleId) })}
          <IconArrowRight size={14} aria-hidden />
        </Link>
      </div>
      {/* It scrolls, so the keyboard must reach it. */}
      <div className={classes.scroll} role="group" aria-label={t('panes.finding')} tabIndex={0}>
        <Excerpt finding={finding} />
        <Facts finding={finding} />
        <Decide finding={finding} can={can} />
        <Preview finding={finding} side={side} onSide={onSide} />
      </div>
    </>
  );
}

function Excerpt({ finding }: { readonly finding: PrivacyFinding }) {
  const { t } = useTranslation('privacy');
  const { excerpt } = finding;
  return (
    <blockquote className={classes.text} aria-label={t('finding.excerpt')} dir="auto">
      {excerpt === null ? (
        <span className="t2">
          {finding.hint} {t('list.gone')}
        </span>
      ) : (
        <>
          <VisibleText text={excerpt.before} />
          <mark className={classes.found}>
            <VisibleText text={excerpt.found} />
          </mark>
          <VisibleText text={excerpt.after} />
        </>
      )}
    </blockquote>
  );
}

function Facts({ finding }: { readonly finding: PrivacyFinding }) {
  const { t } = useTranslation('privacy');
  return (
    <dl className={classes.facts}>
      <dt>{t('finding.place')}</dt>
      <dd>{finding.place}</dd>
      <dt>{t('finding.field')}</dt>
      <dd className="mono11">{finding.field}</dd>
      <dt>{t('finding.action')}</dt>
      <dd>{t(`policy.${finding.action}`)}</dd>
      {finding.action === 'keep' ? null : (
        <>
          <dt>{t('finding.shownAs')}</dt>
          <dd>
            <Token text={finding.shownAs} />
          </dd>
        </>
      )}
      <dt>{t('finding.state')}</dt>
      <dd>
        <ToneBadge tone={finding.state === 'open' ? 'warn' : 'neutral'}>{t(`finding.${finding.state}`)}</ToneBadge>
      </dd>
    </dl>
  );
}

function Decide({ finding, can }: { readonly finding: PrivacyFinding; readonly can: Can }) {
  const { t } = useTranslation('privacy');
  const { isMac } = useHost();
  const dismiss = useRpcCommand('privacy.dismiss');
  const reopen = useRpcCommand('privacy.reopen');
  const isOpen = finding.state === 'open';
  const command = isOpen ? dismiss : reopen;
  const Icon = isOpen ? IconX : IconRestore;
  const say = (everywhere: boolean) => () => void command.run({ flagId: finding.flagId, everywhere });
  return (
    <div className={classes.decide}>
      <Button
        size="xs"
        disabled={!can.write || command.isPending}
        leftSection={<Icon size={14} aria-hidden />}
        rightSection={<Kbd keys={formatKeys('d', isMac)} />}
        aria-keyshortcuts="D"
        onClick={say(false)}
      >
        {t(isOpen ? 'finding.dismiss' : 'finding.reopen')}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        disabled={!can.write || command.isPending}
        rightSection={<Kbd keys={formatKeys('shift+d', isMac)} />}
        aria-keyshortcuts="Shift+D"
        title={t('finding.dismissAllHint')}
        onClick={say(true)}
      >
        {t(isOpen ? 'finding.dismissAll' : 'finding.reopenAll')}
      </Button>
    </div>
  );
}

type PreviewProps = {
  readonly finding: PrivacyFinding;
  readonly side: 'before' | 'after';
  readonly onSide: (side: 'before' | 'after') => void;
};

/** The whole text around the finding, as it stands and as it would stand. */
function Preview({ finding, side, onSide }: PreviewProps) {
  const { t } = useTranslation('privacy');
  const { data } = useRpcQuery(
    'privacy.preview',
    { filter: `id:${finding.sampleId}`, sourceId: null, policy: null, limit: 50 },
    { keepPrevious: true },
  );
  const own = data?.texts.filter((text) => text.sampleId === finding.sampleId) ?? [];
  const text =
    own.find(({ place }) => place === finding.place) ?? own.find(({ place }) => finding.place.startsWith(place));
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <div className={classes.previewHead}>
        <h3>{t('preview.title')}</h3>
        <span className={classes.grow} />
        <SegmentedControl
          size="xs"
          aria-label={t('preview.side')}
          value={side}
          onChange={(value) => onSide(value === 'before' ? 'before' : 'after')}
          data={(['before', 'after'] as const).map((value) => ({ value, label: t(`preview.${value}`) }))}
        />
      </div>
      {text === undefined ? (
        <p className="meta">{t(finding.action === 'keep' ? 'preview.kept' : 'preview.nothing')}</p>
      ) : (
        <Side text={text} side={side} />
      )}
      <Note>{t('note')}</Note>
    </section>
  );
}

function Side({ text, side }: { readonly text: MaskedText; readonly side: 'before' | 'after' }) {
  return (
    <div className={classes.text} dir="auto" data-side={side}>
      {piecesOf(text, side).map((piece) =>
        piece.change === null ? (
          <VisibleText key={piece.from} text={piece.text} />
        ) : side === 'after' ? (
          <Token key={piece.from} text={piece.text} />
        ) : (
          <mark key={piece.from} className={classes.found}>
            <VisibleText text={piece.text} />
          </mark>
        ),
      )}
    </div>
  );
}
