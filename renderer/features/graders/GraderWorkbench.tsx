import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GraderId } from '../../../shared/model/ids.ts';
import { sampleRef } from '../../../shared/model/ids.ts';
import type { GraderProblem } from '../../../shared/model/problem.ts';
import type { CodeEditorHandle } from '../../editor/CodeEditor.tsx';
import { useSearchParam } from '../../data/navigation.ts';
import { usePaneSizes } from '../../data/use-pane-sizes.ts';
import { PaneLayout } from '../../ui/PaneLayout.tsx';
import { EditorPane } from './EditorPane.tsx';
import { inOrder, uriOf } from './grader-files.ts';
import { GradersHead } from './GradersHead.tsx';
import { PreviewPane } from './PreviewPane.tsx';
import { ResponseFormatDialog } from './ResponseFormatDialog.tsx';
import { ResultsPanel, type ResultsTab } from './ResultsPanel.tsx';
import { useRunFailures } from './use-run-failures.ts';
import { joined, previewProblems, runProblems } from './run-problems.ts';
import type { Run } from './run-view.ts';
import { useGraderCheck, type GraderCheck } from './use-grader-check.ts';
import { useGraderCommands } from './use-grader-commands.ts';
import { useGraderSession, type GraderDetails, type GraderSession } from './use-grader-session.ts';
import { useRunSample } from './use-run-sample.ts';
import { usePinnedSample, type PinnedSample } from './use-pinned-sample.ts';
import { versionBefore } from './versions.ts';
import { usePreview, type Preview } from './use-preview.ts';
import { useScoring } from './use-scoring.ts';

type Props = {
  readonly details: GraderDetails;
  readonly onPick: (graderId: GraderId) => void;
  readonly onNew: () => void;
};

/** Height of the folded results: their bar. */
const FOLDED = '36px';

/** One grader: its files, what they give for one sample, and what they gave for all. */
export function GraderWorkbench({ details, onPick, onNew }: Props) {
  const session = useGraderSession(details);
  const check = useGraderCheck(session.files, session.origin);
  const [filter] = useSearchParam('filter');
  const scoring = useScoring(session, check, filter ?? '');
  const pinned = usePinnedSample(useRunSample(scoring));
  const preview = usePreview(check, pinned);
  const problems = useProblems(session, check, preview, pinned, scoring.run);
  const editor = useRef<CodeEditorHandle>(null);
  const [compared, setCompared] = useState<number | null>(null);
  const [tab, setTab] = useState<ResultsTab>('distribution');
  const [isFolded, setFolded] = useState(false);
  const [isFormatOpen, setFormatOpen] = useState(false);

  function goTo(problem: GraderProblem): void {
    setCompared(null);
    session.open(problem.file);
    editor.current?.goTo(uriOf(session.graderId, problem.file), problem.range, { isProblem: true });
  }
  function showTab(next: ResultsTab): void {
    setTab(next);
    setFolded(false);
  }
  useGraderCommands({
    session,
    scoring,
    pinned,
    problems,
    cursor: () => editor.current?.cursor() ?? null,
    goTo,
    compare: () => setCompared((current) => (current === null ? versionBefore(session) : null)),
    onNew,
    openFormat: () => setFormatOpen(true),
  });

  return (
    <>
      <GradersHead
        session={session}
        scoring={scoring}
        compared={compared}
        onCompare={setCompared}
        onPick={onPick}
        onNew={onNew}
        onFormat={() => setFormatOpen(true)}
      />
      <Panes
        isFolded={isFolded}
        editor={
          <EditorPane
            session={session}
            check={check}
            problems={problems}
            pinned={pinned}
            attemptId={preview.graded.kind === 'attempt' ? preview.graded.attemptId : null}
            compared={compared}
            editor={editor}
            onShowProblems={() => showTab('problems')}
          />
        }
        preview={
          <PreviewPane
            session={session}
            check={check}
            pinned={pinned}
            preview={preview}
            run={scoring.run}
            onShowProblems={() => showTab('problems')}
          />
        }
        results={
          <ResultsPanel
            session={session}
            scoring={scoring}
            problems={problems}
            isChecking={check.checked === null}
            tab={tab}
            onTab={showTab}
            isFolded={isFolded}
            onFold={() => setFolded(!isFolded)}
            onGoTo={goTo}
            onFormat={() => setFormatOpen(true)}
          />
        }
      />
      {isFormatOpen ? <ResponseFormatDialog onClose={() => setFormatOpen(false)} /> : null}
    </>
  );
}

type PanesProps = {
  readonly isFolded: boolean;
  readonly editor: ReactNode;
  readonly preview: ReactNode;
  readonly results: ReactNode;
};

/** Editor and preview over the results. Folding keeps the height the results had. */
function Panes({ isFolded, editor, preview, results }: PanesProps) {
  const { t } = useTranslation('graders');
  const columns = usePaneSizes('graders.columns');
  const rows = usePaneSizes('graders.rows');
  const work = (
    <PaneLayout
      {...columns}
      panes={[
        { key: 'editor', label: t('regions.editor'), size: 1, min: '320px', children: editor },
        { key: 'preview', label: t('regions.preview'), size: '400px', min: '280px', max: '720px', children: preview },
      ]}
    />
  );
  return (
    <PaneLayout
      orientation="vertical"
      sizes={isFolded ? [1, FOLDED] : rows.sizes}
      onSizesChange={(sizes) => {
        if (!isFolded) rows.onSizesChange(sizes);
      }}
      panes={[
        { key: 'work', label: t('title'), size: 1, min: '160px', children: work },
        { key: 'results', label: t('regions.results'), size: '228px', min: FOLDED, max: '60%', children: results },
      ]}
    />
  );
}

/** Problems of the text, and of the lines that failed in the latest run or for the pinned sample. */
function useProblems(
  session: GraderSession,
  check: GraderCheck,
  preview: Preview,
  pinned: PinnedSample,
  run: Run | null,
): readonly GraderProblem[] {
  const { t } = useTranslation('graders');
  const part = preview.score?.detail ?? null;
  const scored = preview.scoredFiles?.files;
  const { files, details } = session;
  const sample = pinned.sampleId === null ? '' : sampleRef(pinned.sampleId);
  const ofPreview = useMemo(
    () =>
      part === null || scored === undefined
        ? NONE
        : previewProblems(part, scored, files, (reason) => t('preview.runError', { reason, sample })),
    [part, scored, files, sample, t],
  );
  // Files of other versions than the base are not at hand, and their lines would not be these.
  const isBase = run !== null && run.errored > 0 && run.version === details.version;
  const failures = useRunFailures(isBase ? run : null);
  const total = run === null ? 0 : run.scored + run.skipped + run.errored;
  const ofRun = useMemo(
    () =>
      !isBase || failures === undefined
        ? NONE
        : runProblems(failures, details.files, files, (error, count) => t('results.runError', { error, count, total })),
    [isBase, failures, details.files, files, total, t],
  );
  const found = check.checked?.result.problems;
  return useMemo(
    () => inOrder([...(found ?? NONE), ...joined(ofRun, ofPreview)], files),
    [found, ofRun, ofPreview, files],
  );
}

const NONE: readonly GraderProblem[] = [];
