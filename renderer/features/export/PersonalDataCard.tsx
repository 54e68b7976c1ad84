import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangleFilled, IconArrowRight, IconScan, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Output } from '../../data/methods.ts';
import { useJob } from '../../data/use-job.ts';
import { useProject } from '../../data/use-project.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { useUndoableJob } from '../../data/use-undoable-job.ts';
import { Card } from '../../ui/Card.tsx';
import { ToneBadge } from '../../ui/Badges.tsx';
import classes from './personal-data.module.css';
import { openPersonalData, privacyHref } from './personal-data.ts';

type PersonalDataCardProps = {
  readonly filter: string;
  /** The filter can be read. */
  readonly isReadable: boolean;
  /** The check of the package refuses it for this. */
  readonly isBlocking: boolean;
  /** Why it is let out all the same; null while no person said so. */
  readonly reason: string | null;
  readonly onReason: (reason: string | null) => void;
};

/** The gate: what is open in these samples, and the ways past it. Nothing is drawn when nothing stands in the way. */
export function PersonalDataCard({ filter, isReadable, isBlocking, reason, onReason }: PersonalDataCardProps) {
  const { t } = useTranslation(['export', 'common', 'privacy']);
  const { data } = useRpcQuery('privacy.summary', isReadable ? { filter, sourceId: null } : null, {
    keepPrevious: true,
  });
  if (data === undefined || data.samples === 0) return null;
  const open = openPersonalData(data.kinds);
  if (open === 0 && data.unscanned === 0) return null;
  return (
    <Card
      title={t('export:privacy.title')}
      className={classes.card}
      badge={
        open === 0 ? undefined : (
          <ToneBadge tone="warn">
            {t('export:privacy.open', {
              count: open,
              samples: t('common:counts.samples', { count: data.openSamples }),
            })}
          </ToneBadge>
        )
      }
    >
      <div className={classes.body}>
        <p className={classes.verdict} role="status">
          <IconAlertTriangleFilled size={16} aria-hidden className="c-warn" />
          <span>
            {data.unscanned > 0 ? <>{t('export:privacy.unscanned', { count: data.unscanned })} </> : null}
            {reason !== null
              ? t('export:privacy.allowed', { reason })
              : isBlocking
                ? t('export:privacy.blocks')
                : open > 0
                  ? t('export:privacy.isOpen')
                  : null}
          </span>
        </p>
        <Kinds kinds={data.kinds} />
        <WaysOn filter={filter} open={open} unscanned={data.unscanned} reason={reason} onReason={onReason} />
      </div>
    </Card>
  );
}

function Kinds({ kinds }: { readonly kinds: Output<'privacy.summary'>['kinds'] }) {
  const { t } = useTranslation(['export', 'privacy']);
  const found = kinds.filter(({ open, kept }) => open > kept);
  if (found.length === 0) return null;
  return (
    <ul className={classes.kinds}>
      {found.map(({ kind, open, kept }) => (
        <li key={kind}>
          <ToneBadge>{t('export:privacy.kind', { kind: t(`privacy:kinds.${kind}`), count: open - kept })}</ToneBadge>
        </li>
      ))}
    </ul>
  );
}

type WaysOnProps = Pick<PersonalDataCardProps, 'filter' | 'reason' | 'onReason'> & {
  readonly open: number;
  readonly unscanned: number;
};

function WaysOn({ filter, open, unscanned, reason, onReason }: WaysOnProps) {
  const { t } = useTranslation('export');
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const canWrite = useProject()?.readOnly === false;
  const scan = useJob('privacy.scan');
  const mask = useUndoableJob('privacy.mask');
  const isBusy = scan.isRunning || mask.isRunning;
  return (
    <div className={classes.ways}>
      <Button
        size="xs"
        rightSection={<IconArrowRight size={14} aria-hidden />}
        onClick={() => navigate(privacyHref(filter))}
      >
        {t('privacy.show')}
      </Button>
      {unscanned > 0 ? (
        <Button
          size="xs"
          loading={scan.isRunning}
          disabled={!canWrite || isBusy}
          leftSection={<IconScan size={14} aria-hidden />}
          onClick={() => void scan.start({ filter, sourceId: null, again: false })}
        >
          {t('privacy.scan')}
        </Button>
      ) : null}
      {open > 0 ? (
        <Button
          size="xs"
          loading={mask.isRunning}
          disabled={!canWrite || isBusy}
          leftSection={<IconShieldLock size={14} aria-hidden />}
          onClick={() => void mask.start({ filter, sourceId: null, policy: null })}
        >
          {t('privacy.mask', { count: open })}
        </Button>
      ) : null}
      {reason === null ? (
        <Button size="xs" variant="subtle" onClick={() => setAsking(true)}>
          {t('privacy.anyway')}
        </Button>
      ) : (
        <Button size="xs" variant="subtle" onClick={() => onReason(null)}>
          {t('privacy.takeBack')}
        </Button>
      )}
      {isAsking ? (
        <ReasonDialog
          onReason={(given) => {
            setAsking(false);
            onReason(given);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

const MIN_REASON = 3;
const MAX_REASON = 500;

type ReasonDialogProps = { readonly onReason: (reason: string) => void; readonly onClose: () => void };

/** Nobody lets personal data out without saying why. */
function ReasonDialog({ onReason, onClose }: ReasonDialogProps) {
  const { t } = useTranslation(['export', 'common']);
  const [text, setText] = useState('');
  const isGood = text.trim().length >= MIN_REASON;
  return (
    <Modal opened onClose={onClose} title={t('export:privacy.anywayTitle')} size={440}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isGood) onReason(text.trim());
        }}
      >
        <Stack gap={16}>
          <Text size="md" c="var(--text-2)">
            {t('export:privacy.anywayText')}
          </Text>
          <TextInput
            label={t('export:privacy.reason')}
            description={t('export:privacy.reasonHint')}
            maxLength={MAX_REASON}
            required
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <div className={classes.dialogEnd}>
            <Button size="md" onClick={onClose}>
              {t('common:actions.cancel')}
            </Button>
            <Button size="md" type="submit" variant="outline" color="var(--err)" disabled={!isGood}>
              {t('export:privacy.allow')}
            </Button>
          </div>
        </Stack>
      </form>
    </Modal>
  );
}
