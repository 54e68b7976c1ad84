import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../i18n/format.ts';
import { ToneBadge } from '../../../ui/Badges.tsx';
import { Card } from '../../../ui/Card.tsx';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { isImportable } from './file-state.ts';
import type { InspectedFile } from './use-inspections.ts';
import type { Wizard } from './use-wizard.ts';
import classes from './wizard.module.css';

type MatchProps = { readonly wizard: Wizard; readonly inspected: readonly InspectedFile[] };

/** Whether attempts on a prompt that is in the project go to the sample that is there. */
export function MatchChoice({ wizard, inspected }: MatchProps) {
  const { t } = useTranslation('collect');
  const count = inspected.reduce((sum, { inspection }) => sum + (inspection?.known.attemptsToJoin ?? 0), 0);
  return (
    <Card title={t('check.matchTitle')} className={classes.policy}>
      <Radio.Group
        aria-label={t('check.matchTitle')}
        value={wizard.state.join}
        onChange={(value) => wizard.setJoin(value === 'never' ? 'never' : 'same_prompt')}
      >
        <div className={classes.policies}>
          <Radio
            value="same_prompt"
            label={
              <span className={classes.choiceLabel}>
                {t('check.matchJoin')}
                <span className="num t3">{formatCount(count)}</span>
              </span>
            }
            description={count === 0 ? t('check.matchJoinNone') : t('check.matchJoinHint', { count })}
            classNames={{ labelWrapper: classes.choiceWrap ?? '' }}
          />
          <Radio value="never" label={t('check.matchNever')} description={t('check.matchNeverHint')} />
        </div>
      </Radio.Group>
    </Card>
  );
}

export function PolicyChoice({ wizard }: { readonly wizard: Wizard }) {
  const { t } = useTranslation('collect');
  return (
    <Card title={t('check.policyTitle')} className={classes.policy}>
      <Radio.Group
        aria-label={t('check.policyTitle')}
        value={wizard.state.policy}
        onChange={(value) => wizard.setPolicy(value === 'all' ? 'all' : 'good')}
      >
        <div className={classes.policies}>
          <Radio value="good" label={t('check.policyGood')} description={t('check.goodHint')} />
          <Radio value="all" label={t('check.policyAll')} description={t('check.allHint')} />
        </div>
      </Radio.Group>
    </Card>
  );
}

/** Files that cannot take part, with the reason: none is dropped without a word. */
export function LeftOutFiles({ inspected }: { readonly inspected: readonly InspectedFile[] }) {
  const { t } = useTranslation('collect');
  const left = inspected.filter(({ state }) => state !== 'reading' && !isImportable(state));
  if (left.length === 0) return null;
  return (
    <Card title={t('check.leftOut')} badge={<ToneBadge tone="warn">{formatCount(left.length)}</ToneBadge>} hasLine>
      <ul className={classes.leftOut}>
        {left.map(({ file, inspection, error }) => (
          <li key={file.ref}>
            <b className="ell">
              <VisibleText text={file.name} />
            </b>
            <span className="t2">
              <VisibleText text={inspection?.refusal ?? error?.message ?? ''} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
