import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { SampleId, sampleRef } from '../../../shared/model/ids.ts';
import type { ExportProblem } from '../../../shared/model/problem.ts';
import { samplesHref } from '../../data/navigation.ts';
import classes from './export.module.css';

/** `train.jsonl:88 messages[3].content`; a line that would be left out has no number. */
export function ProblemPlace({ problem }: { readonly problem: ExportProblem }) {
  const { t } = useTranslation('export');
  const { file, line, path, sampleId } = problem;
  if (file === null) return null;
  const place =
    line !== null
      ? t('validation.place', { file, line })
      : sampleId === null
        ? file
        : t('validation.leftOutOf', { file });
  return (
    <span className={`${classes.place} mono11`}>
      {place} {path === null ? null : <span className="t3">{path}</span>}
    </span>
  );
}

/** The sample behind a problem, opened among those of the export. */
export function SampleLink({ problem, filter }: { readonly problem: ExportProblem; readonly filter: string }) {
  const { t } = useTranslation('export');
  if (problem.sampleId === null) return null;
  const id = SampleId.parse(problem.sampleId);
  return (
    <span className={classes.sampleLink}>
      <span className="mono11 t2">{sampleRef(id)}</span>
      <Link
        href={samplesHref(filter, id)}
        className={classes.problemLink}
        aria-label={t('validation.openSample', { ref: sampleRef(id) })}
      >
        {t('validation.open')}
      </Link>
    </span>
  );
}
