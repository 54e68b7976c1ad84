import { ActionIcon, Autocomplete, Button, Select } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRIVATE_KINDS, PrivacyAction, PrivateKind, type PrivacyPolicy } from '../../../shared/model/privacy.ts';
import { FIELD_NAMES, isField, rulesOf, withoutRule, withRule, type FieldRule } from './policy-rules.ts';
import classes from './privacy.module.css';

type FieldRulesProps = {
  readonly policy: PrivacyPolicy;
  readonly canWrite: boolean;
  readonly onPolicy: (policy: PrivacyPolicy) => void;
};

/** What stands over the kinds' own word in a field. */
export function FieldRules({ policy, canWrite, onPolicy }: FieldRulesProps) {
  const { t } = useTranslation('privacy');
  const rules = rulesOf(policy);
  const kindName = ({ kind }: FieldRule): string => (kind === null ? t('rules.allKinds') : t(`kinds.${kind}`));
  return (
    <section className={classes.rules} aria-label={t('rules.title')}>
      <h3>{t('rules.title')}</h3>
      {rules.length === 0 ? <p className="meta">{t('rules.none')}</p> : null}
      <ul>
        {rules.map((rule) => (
          <li key={`${rule.field} ${rule.kind ?? ''}`}>
            <span className="mono11 ell">{rule.field}</span>
            <span className="ell t2">
              {t('rules.entry', { kind: kindName(rule), action: t(`policy.${rule.action}`) })}
            </span>
            <ActionIcon
              size={24}
              disabled={!canWrite}
              aria-label={t('rules.remove', { field: rule.field })}
              onClick={() => onPolicy(withoutRule(policy, rule))}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {canWrite ? <NewRule onAdd={(rule) => onPolicy(withRule(policy, rule))} /> : null}
    </section>
  );
}

function NewRule({ onAdd }: { readonly onAdd: (rule: FieldRule) => void }) {
  const { t } = useTranslation('privacy');
  const [field, setField] = useState('');
  const [kind, setKind] = useState<PrivateKind | null>(null);
  const [action, setAction] = useState<PrivacyAction>('keep');
  const isGood = isField(field);
  return (
    <form
      className={classes.newRule}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isGood) return;
        onAdd({ field, kind, action });
        setField('');
      }}
    >
      <Autocomplete
        size="xs"
        aria-label={t('rules.field')}
        placeholder={t('rules.field')}
        data={[...FIELD_NAMES]}
        value={field}
        error={field !== '' && !isGood && !FIELD_NAMES.some((name) => name.startsWith(field)) ? t('rules.bad') : null}
        onChange={setField}
      />
      <Select
        size="xs"
        aria-label={t('rules.kind')}
        allowDeselect={false}
        data={[
          { value: '', label: t('rules.allKinds') },
          ...PRIVATE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
        ]}
        value={kind ?? ''}
        onChange={(value) => setKind(PrivateKind.safeParse(value).data ?? null)}
      />
      <Select
        size="xs"
        aria-label={t('rules.action')}
        allowDeselect={false}
        data={PrivacyAction.options.map((value) => ({ value, label: t(`policy.${value}`) }))}
        value={action}
        onChange={(value) => setAction(PrivacyAction.safeParse(value).data ?? 'keep')}
      />
      <Button size="xs" type="submit" disabled={!isGood} leftSection={<IconPlus size={14} aria-hidden />}>
        {t('rules.add')}
      </Button>
    </form>
  );
}
