import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveChoices } from '../../../data/use-live.ts';
import { Note } from '../../../ui/Badges.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import classes from './live.module.css';

type FormProps = {
  readonly choices: LiveChoices;
  readonly onChoices: (choices: LiveChoices) => void;
  readonly needsToken: boolean;
  readonly onNeedsToken: (needsToken: boolean) => void;
  readonly isDisabled: boolean;
};

/** What the switch will start. */
export function LiveChoicesForm({ choices, onChoices, needsToken, onNeedsToken, isDisabled }: FormProps) {
  const { t } = useTranslation('live');
  const change = (part: Partial<LiveChoices>): void => onChoices({ ...choices, ...part });
  return (
    <>
      <p className={classes.intro}>{t('intro')}</p>
      <fieldset className={classes.form} disabled={isDisabled}>
        <legend className={classes.caption}>{t('choose.legend')}</legend>
        <Checkbox
          label={t('choose.otlp')}
          description={t('choose.otlpHint')}
          checked={choices.otlp}
          onChange={(event) => change({ otlp: event.currentTarget.checked })}
        />
        {choices.otlp ? (
          <div className={classes.under}>
            <PortInput
              label={t('choose.otlpPort')}
              port={choices.otlpPort}
              onPort={(otlpPort) => change({ otlpPort })}
              isDisabled={isDisabled}
            />
          </div>
        ) : null}
        <Checkbox
          label={t('choose.proxy')}
          description={t('choose.proxyHint')}
          checked={choices.proxy}
          onChange={(event) => change({ proxy: event.currentTarget.checked })}
        />
        {choices.proxy ? <ProxyFields choices={choices} change={change} isDisabled={isDisabled} /> : null}
        {choices.otlp || choices.proxy ? null : <Note tone="warn">{t('choose.nothing')}</Note>}
      </fieldset>
      <TokenChoice needsToken={needsToken} onNeedsToken={onNeedsToken} isDisabled={isDisabled} />
    </>
  );
}

type ProxyProps = {
  readonly choices: LiveChoices;
  readonly change: (part: Partial<LiveChoices>) => void;
  readonly isDisabled: boolean;
};

function ProxyFields({ choices, change, isDisabled }: ProxyProps) {
  const { t } = useTranslation('live');
  return (
    <div className={classes.under}>
      <TextInput
        label={t('choose.upstream')}
        placeholder={t('choose.upstreamExample')}
        type="url"
        spellCheck={false}
        autoComplete="off"
        value={choices.upstream}
        onChange={(event) => change({ upstream: event.currentTarget.value })}
      />
      <PortInput
        label={t('choose.proxyPort')}
        port={choices.proxyPort}
        onPort={(proxyPort) => change({ proxyPort })}
        isDisabled={isDisabled}
      />
    </div>
  );
}

type PortProps = {
  readonly label: string;
  readonly port: number | null;
  readonly onPort: (port: number | null) => void;
  readonly isDisabled: boolean;
};

/** Left empty, a free port is taken. */
function PortInput({ label, port, onPort, isDisabled }: PortProps) {
  const { t } = useTranslation('live');
  return (
    <NumberInput
      label={label}
      placeholder={t('choose.anyPort')}
      min={1}
      max={65_535}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      hideControls
      disabled={isDisabled}
      value={port ?? ''}
      onChange={(value) => onPort(typeof value === 'number' && value >= 1 ? value : null)}
    />
  );
}

type TokenProps = Pick<FormProps, 'needsToken' | 'onNeedsToken' | 'isDisabled'>;

/** Giving up the token asks first, and says what that means. */
function TokenChoice({ needsToken, onNeedsToken, isDisabled }: TokenProps) {
  const { t } = useTranslation('live');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Checkbox
        label={t('choose.needsToken')}
        description={t('choose.needsTokenHint')}
        disabled={isDisabled}
        checked={needsToken}
        onChange={(event) => (event.currentTarget.checked ? onNeedsToken(true) : setAsking(true))}
      />
      {needsToken ? null : <Note tone="warn">{t('noToken')}</Note>}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('withoutToken.title')}
        text={t('withoutToken.text')}
        action={t('withoutToken.action')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onNeedsToken(false);
        }}
      />
    </>
  );
}
