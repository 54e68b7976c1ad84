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
  const [chosen, setChosen] = useState(receivers[0] ?? 'otlp');
  const [isShown, setShown] = useState(false);
  const token = useLiveStatus().data?.token ?? null;
  const receiver = receivers.includes(chosen) ? chosen : (receivers[0] ?? 'otlp');
  const shown = settings.filter((setting) => setting.receiver === receiver);
  return (
    <div className={classes.dialog}>
      {receivers.length > 1 ? (
        <SegmentedControl
          aria-label={t('settings.receiver')}
          value={receiver}
          onChange={setChosen}
          data={receivers.map((value) => ({ value, label: t(`settings.receivers.${value}`) }))}
        />
      ) : null}
      <Tabs key={receiver} defaultValue={shown[0]?.id ?? null}>
        <Tabs.List aria-label={t('settings.title')}>
          {shown.map(({ id }) => (
            <Tabs.Tab key={id} value={id}>
              {t(`settings.kinds.${id}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map((setting) => (
          <Tabs.Panel key={setting.id} value={setting.id} className={classes.panel}>
            <SettingText setting={setting} shown={isShown ? setting.text : withoutToken(setting.text, token)} />
          </Tabs.Panel>
        ))}
      </Tabs>
      {token === null ? (
        <Note tone="warn">{t('noToken')}</Note>
      ) : (
        <>
          <Checkbox
            label={t('settings.showToken')}
            checked={isShown}
            onChange={(event) => setShown(event.currentTarget.checked)}
          />
          <Note>{t('settings.tokenNote')}</Note>
        </>
      )}
    </div>
  );
}

function SettingText({ setting, shown }: { readonly setting: LiveSetting; readonly shown: string }) {
  const { t } = useTranslation(['live', 'common']);
  const name = t(`live:settings.kinds.${setting.id}`);
  return (
    <div className={classes.code}>
      {/* Long lines are reached by scrolling, and so with the keyboard. */}
      <pre className="mono" tabIndex={0} role="group" aria-label={t('live:settings.text', { name })}>
        {shown}
      </pre>
      <CopyButton value={setting.text}>
        {({ copied, copy }) => (
          <Button
            size="xs"
            className={classes.codeCopy}
            leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            onClick={copy}
          >
            {copied ? t('common:actions.copied') : t('common:actions.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
