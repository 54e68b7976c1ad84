import { Button, UnstyledButton } from '@mantine/core';
import { IconAlertTriangleFilled, IconCircleXFilled, IconInfoCircleFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { GraderFiles } from '../../../shared/contract/graders.ts';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import { AppError } from '../../../shared/rpc/errors.ts';
import { useOpenSamples } from '../../data/navigation.ts';
import { showErrorToast } from '../../data/toasts.tsx';
import { useRpcFetch } from '../../data/use-rpc-query.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { pathOf } from './grader-files.ts';
import classes from './results.module.css';

type Props = {
  readonly files: GraderFiles;
  readonly problems: readonly GraderProblem[];
  readonly isChecking: boolean;
  readonly onGoTo: (problem: GraderProblem) => void;
  readonly onFormat: () => void;
};

const ICONS = { error: IconCircleXFilled, warning: IconAlertTriangleFilled, info: IconInfoCircleFilled } as const;

/** Everything that was found in the files; a click goes there. */
export function ProblemsList({ files, problems, isChecking, onGoTo, onFormat }: Props) {
  const { t } = useTranslation('graders');
  const showMissing = useShowMissing();
  if (problems.length === 0)
    return isChecking ? null : <EmptyState title={t('problems.none')} text={t('problems.noneText')} />;
  return (
    <ul className={classes.list}>
      {problems.map((problem, index) => {
        const Icon = ICONS[problem.severity];
        return (
          // The list is made anew with the text; a problem has no other name than its place in it.
          <li key={index} className={classes.problem}>
            <UnstyledButton className={classes.problemText} onClick={() => onGoTo(problem)}>
              <span className={classes.sign} data-severity={problem.severity}>
                <Icon size={14} role="img" aria-label={t(`problems.severity.${problem.severity}`)} />
              </span>
              <span className={classes.message}>{problem.message}</span>
              <span className="meta num">{t('problems.place', { file: problem.file, line: problem.range.line })}</span>
            </UnstyledButton>
            {problem.code === 'variable_missing_some' ? (
              <Button size="xs" onClick={() => void showMissing(pathOf(files, problem))}>
                {t('problems.showMissing')}
              </Button>
            ) : null}
            {problem.code === 'output_json_without_format' ? (
              <Button size="xs" onClick={onFormat}>
                {t('problems.setFormat')}
              </Button>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

/** Opens the samples without a value for a field. */
function useShowMissing(): (path: string | null) => Promise<void> {
  const fetch = useRpcFetch();
  const openSamples = useOpenSamples();
  return async (path) => {
    if (path === null) return;
    try {
      const { sampleIds } = await fetch('graders.missing', { path });
      if (sampleIds.length > 0) openSamples(`id:${sampleIds.join(',')}`);
    } catch (error) {
      if (error instanceof AppError) showErrorToast(error);
    }
  };
}
