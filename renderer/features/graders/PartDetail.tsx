import { useTranslation } from 'react-i18next';
import type { ScorePart } from '../../../shared/model/score.ts';
import { RawText } from '../../trace/RawText.tsx';
import classes from './preview.module.css';
import { text } from './score-view.ts';

const ROWS = [
  ['input', 'input'],
  ['reference', 'referenceText'],
  ['variable', 'variable'],
  ['output', 'output'],
  ['returned', 'returned'],
  ['traceback', 'traceback'],
] as const;
const FACTS = [
  ['operation', 'operation'],
  ['metric', 'metric'],
  ['definition', 'definition'],
  ['formula', 'formula'],
  ['code', 'code'],
] as const;

/** Everything known of one part: the texts it compared, how it was measured, what it printed, why it failed. */
export function PartDetail({ part }: { readonly part: ScorePart }) {
  const { t } = useTranslation('graders');
  const { detail } = part;
  const facts = FACTS.flatMap(([key, label]) => {
    const value = text(part, key);
    return value === null ? [] : [{ key, label: t(`preview.${label}`), value }];
  });
  const rows = ROWS.flatMap(([key, label]) => {
    const value = detail[key];
    return value === undefined || value === null ? [] : [{ key, label: t(`preview.${label}`), value: shown(value) }];
  });
  const warnings = Array.isArray(detail['warnings']) ? detail['warnings'].map(String) : [];
  const note = text(part, 'platformNote');
  return (
    <dl className={classes.detail}>
      {rows.map(({ key, label, value }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            {value === '' ? (
              <span className="t3">{t('preview.empty')}</span>
            ) : (
              <div className={classes.box} data-gold={key === 'reference' || undefined}>
                <RawText text={value} label={label} />
              </div>
            )}
            {key === 'output' && detail['outputCut'] === true ? <p className="meta">{t('preview.outputCut')}</p> : null}
          </dd>
        </div>
      ))}
      {facts.map(({ key, label, value }) => (
        <div key={key} className={classes.fact}>
          <dt>{label}</dt>
          <dd className="mono11">{value}</dd>
        </div>
      ))}
      {typeof detail['passed'] === 'boolean' ? (
        <p className="meta">{detail['passed'] ? t('preview.passed') : t('preview.notPassed')}</p>
      ) : null}
      {detail['estimate'] === true ? <p className="meta">{t('preview.estimateHint')}</p> : null}
      {warnings.map((warning) => (
        <p key={warning} className="meta c-warn">
          {warning}
        </p>
      ))}
      {note === null ? null : <p className="meta">{note}</p>}
    </dl>
  );
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
