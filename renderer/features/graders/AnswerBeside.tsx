import { IconBookmarkFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { JsonValue } from '../../../shared/model/json.ts';
import type { SampleDetail } from '../../../shared/model/sample.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { finalAnswer } from '../../trace/reference-compare.ts';
import { VisibleText } from '../../trace/VisibleText.tsx';
import classes from './preview.module.css';
import { outline, readAnswer } from './score-view.ts';
import type { Preview } from './use-preview.ts';

type Props = { readonly detail: SampleDetail; readonly preview: Preview };

/** What was answered beside what was expected, one line a field. */
export function AnswerBeside({ detail, preview }: Props) {
  const { t } = useTranslation('graders');
  const { graded } = preview;
  const { data: attempt } = useRpcQuery(
    'samples.attempt',
    graded.kind === 'attempt' ? { attemptId: graded.attemptId } : null,
  );
  const answer = answerText();
  const reference = Object.keys(detail.reference).length === 0 ? null : detail.reference;
  return (
    <div className={classes.beside}>
      {graded.kind === 'reference' ? null : (
        <section>
          <h3 className={classes.besideHead}>{t('preview.answerHead')}</h3>
          {answer === null ? <p className="meta">{t('preview.empty')}</p> : <Outline value={readAnswer(answer)} />}
        </section>
      )}
      <section>
        <h3 className={classes.besideHead} data-gold>
          <IconBookmarkFilled size={12} aria-hidden />
          {t('preview.referenceHead')}
        </h3>
        {reference === null ? <p className="meta">{t('preview.noReference')}</p> : <Outline value={reference} />}
      </section>
    </div>
  );

  function answerText(): string | null {
    if (graded.kind === 'answer') return preview.answer === '' ? null : preview.answer;
    return attempt === undefined ? null : finalAnswer(attempt.messages);
  }
}

function Outline({ value }: { readonly value: JsonValue }) {
  const lines = outline(value);
  const isObject = lines.some((line) => line.key !== null);
  return (
    <div className={classes.outline} data-plain={!isObject || undefined}>
      {isObject ? '{' : null}
      {lines.map((line, index) => (
        <div key={line.key ?? index} className={isObject ? classes.outlineLine : undefined}>
          {line.key === null ? null : <span className={classes.outlineKey}>{JSON.stringify(line.key)}: </span>}
          <span data-kind={line.kind}>
            <VisibleText text={line.value} />
          </span>
          {isObject && index < lines.length - 1 ? ',' : null}
        </div>
      ))}
      {isObject ? '}' : null}
    </div>
  );
}
