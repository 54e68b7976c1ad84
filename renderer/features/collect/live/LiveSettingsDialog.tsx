import { Button, Checkbox, CopyButton, Modal, SegmentedControl, Tabs } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveSetting } from '../../../../shared/contract/live.ts';
import { liveStartInput, useLiveChoices, useLiveStatus, useLiveSwitch } from '../../../data/use-live.ts';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';
import { Note } from '../../../ui/Badges.tsx';
import { ListStates, RowSkeleton } from '../../../ui/ListStates.tsx';
import { withoutToken } from './token.ts';
import classes from './live.module.css';

type DialogProps = { readonly canWrite: boolean; readonly onClose: () => void };

/** Ready-made settings for the programs that are to send. */
export function LiveSettingsDialog({ canWrite, onClose }: DialogProps) {
  const { t } = useTranslation('live');
  const query = useRpcQuery('live.settings', {});
  return (
    <Modal opened onClose={onClose} title={t('settings.title')} size={640}>
      <ListStates
        query={query}
        skeleton={<RowSkeleton rows={4} height={32} />}
        isEmpty={(settings) => settings.length === 0}
        empty={<Off canWrite={canWrite} />}
      >
        {(settings) => <Settings settings={settings} />}
      </ListStates>
    </Modal>
  );
}

function Off({ canWrite }: { readonly canWrite: boolean }) {
  const { t } = useTranslation('live');
  const [choices] = useLiveChoices();
  const { start, isStarting } = useLiveSwitch();
  return (
    <div className={classes.dialog}>
      <Note>{canWrite ? t('settings.off') : t('readOnly')}</Note>
      <div className={classes.dialogFoot}>
        <Button
          size="md"
          variant="filled"
          data-autofocus
          loading={isStarting}
          disabled={!canWrite || (!choices.otlp && !choices.proxy)}
          onClick={() => void start(liveStartInput(choices, true))}
        >
          {t('settings.start')}
        </Button>
      </div>
    </div>
  );
}

function Settings({ settings }: { readonly settings: readonly LiveSetting[] }) {
  const { t } = useTranslation('live');
  const receivers = [...new Set(settings.map(({ receiver }) => receiver))];
  const [receiver, setReceiver] = useState(receivers[0]);
  const [isShown, setShown] = useState(false);
  const shown = settings.filter((setting) => setting.receiver === receiver);
  return (
    <div className={classes.dialog}>
      {receivers.length > 1 ? (
        <SegmentedControl
          aria-label={t('settings.receiver')}
          value={receiver ?? ''}
          onChange={(value) => setReceiver(receivers.find((one) => one === value))}
          data={receivers.map((value) => ({ value, label: t(`settings.receivers.${value}`) }))}
        />
      ) : null}
      <Kinds key={receiver} settings={shown} isShown={isShown} onShown={setShown} />
    </div>
  );
}

type KindsProps = {
  readonly settings: readonly LiveSetting[];
  readonly isShown: boolean;
  readonly onShown: (isShown: boolean) => void;
};

/** One tab a kind of program. */
function Kinds({ settings, isShown, onShown }: KindsProps) {
  const { t } = useTranslation('live');
  const [kind, setKind] = useState<string | null>(settings[0]?.id ?? null);
  const token = useLiveStatus().data?.token ?? null;
  return (
    <>
      <Tabs value={kind} onChange={setKind}>
        <Tabs.List aria-label={t('settings.title')}>
          {settings.map(({ id }) => (
            <Tabs.Tab key={id} value={id}>
              {t(`settings.kinds.${id}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {settings.map(({ id, text }) => (
          <Tabs.Panel key={id} value={id} className={classes.panel}>
            {/* Long lines are reached by scrolling, and so with the keyboard. */}
            <pre
              className={`mono ${classes.code}`}
              tabIndex={0}
              role="group"
              aria-label={t('settings.text', { name: t(`settings.kinds.${id}`) })}
            >
              {isShown ? text : withoutToken(text, token)}
            </pre>
          </Tabs.Panel>
        ))}
      </Tabs>
      <div className={classes.dialogFoot}>
        {token === null ? null : (
          <Checkbox
            label={t('settings.showToken')}
            checked={isShown}
            onChange={(event) => onShown(event.currentTarget.checked)}
          />
        )}
        <CopyText text={settings.find(({ id }) => id === kind)?.text ?? ''} />
      </div>
      <Note tone={token === null ? 'warn' : 'neutral'}>{token === null ? t('noToken') : t('settings.tokenNote')}</Note>
    </>
  );
}

function CopyText({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          size="md"
          variant="filled"
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={copy}
        >
          {copied ? t('actions.copied') : t('actions.copy')}
        </Button>
      )}
    </CopyButton>
  );
}
