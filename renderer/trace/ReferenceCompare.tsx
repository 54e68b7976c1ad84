import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { IconBookmarkFilled, IconChevronDown, IconChevronUp, IconPencil } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonObject, JsonValue } from '../../shared/model/json.ts';
import type { Message } from '../../shared/model/message.ts';
import type { ScorePart } from '../../shared/model/score.ts';
import { formatBytes, formatScore } from '../i18n/format.ts';
import classes from './compare.module.css';
import { JsonTree } from './JsonTree.tsx';
import { compareWithReference, finalAnswer, isPlainList, type CompareRow } from './reference-compare.ts';
import { foldText, TURN_FOLD, type FoldLimits } from './text-fold.ts';
import textClasses from './text.module.css';
import { VisibleText } from './VisibleText.tsx';

type ReferenceCompareProps = {
  readonly reference: JsonObject;
  /** Messages of the attempt; null when there is none. */
  readonly messages: readonly Message[] | null;
  readonly attemptNumber: number | null;
  /** The attempt's score in the latest run: its parts stand beside the fields of the same name. */
  readonly score?: ScorePart | null;
  readonly isStale?: boolean;
  readonly onEdit?: () => void;
};

/** What was answered beside what was expected, pinned under the steps. */
export function ReferenceCompare(props: ReferenceCompareProps) {
  const { reference, messages, score = null } = props;
  const { t } = useTranslation('trace');
  const [isFolded, setFolded] = useState(false);
  const answer = messages === null ? null : finalAnswer(messages);
  const { rows, answerText, otherParts } = compareWithReference(answer, reference, score?.parts ?? []);
  const isScored = score !== null;
  return (
    <section className={classes.root} aria-label={t('compare.label')}>
      <Head
        {...props}
        isScored={isScored}
        isText={answerText !== null}
        isFolded={isFolded}
        onFold={() => setFolded(!isFolded)}
      />
      {isFolded ? null : (
        <div className={classes.rows}>
          {answerText === null || rows.length === 0 ? null : (
            <AnswerText text={answerText} hasAttempt={messages !== null} />
          )}
          {rows.map((row) => (
            <Row key={row.field} row={row} isScored={isScored} isText={answerText !== null} />
          ))}
          {rows.length === 0 ? <NoReference onEdit={props.onEdit} /> : null}
          {isScored ? <Overall score={score} otherParts={otherParts} isStale={props.isStale ?? false} /> : null}
        </div>
      )}
    </section>
  );
}

type HeadProps = ReferenceCompareProps & {
  readonly isScored: boolean;
  /** There are no answer's fields to stand beside the reference's. */
  readonly isText: boolean;
  readonly isFolded: boolean;
  readonly onFold: () => void;
};

function Head({ attemptNumber, onEdit, isScored, isText, isFolded, onFold }: HeadProps) {
  const { t } = useTranslation('trace');
  const Chevron = isFolded ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes.head} data-scored={isScored || undefined} data-text={isText || undefined}>
      <UnstyledButton
        className={classes.fold}
        aria-expanded={!isFolded}
        aria-label={isFolded ? t('compare.show') : t('compare.hide')}
        onClick={onFold}
      >
        <Chevron size={14} aria-hidden />
      </UnstyledButton>
      {isText ? null : (
        <span>{attemptNumber === null ? t('compare.answer') : t('compare.attempt', { number: attemptNumber })}</span>
      )}
      <span className={classes.gold}>
        <IconBookmarkFilled size={12} aria-hidden />
        {t('compare.reference')}
        {onEdit === undefined ? null : (
          <ActionIcon size={24} aria-label={t('compare.edit')} onClick={onEdit}>
            <IconPencil size={12} aria-hidden />
          </ActionIcon>
        )}
      </span>
      {isScored ? <span className={classes.score}>{t('compare.score')}</span> : null}
    </div>
  );
}

function NoReference({ onEdit }: { readonly onEdit: (() => void) | undefined }) {
  const { t } = useTranslation('trace');
  return (
    <div className={classes.none}>
      {t('compare.noReference')}
      {onEdit === undefined ? null : (
        <Button size="xs" onClick={onEdit}>
          {t('compare.addReference')}
        </Button>
      )}
    </div>
  );
}

type RowProps = { readonly row: CompareRow; readonly isScored: boolean; readonly isText: boolean };

function Row({ row, isScored, isText }: RowProps) {
  const { t } = useTranslation('trace');
  const [isOpen, setOpen] = useState(false);
  const isBad = row.verdict === 'different' || row.verdict === 'absent';
  return (
    <>
      <button
        type="button"
        className={classes.row}
        data-scored={isScored || undefined}
        data-bad={isBad || undefined}
        data-text={isText || undefined}
        aria-expanded={isOpen}
        title={t('compare.open', { field: row.field })}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={`${classes.field} ell`}>
          <VisibleText text={row.field} />
        </span>
        {isText ? null : (
          <span className="ell">
            {row.answer === undefined ? (
              <span className={classes.absent}>{t('compare.absent')}</span>
            ) : (
              <Inline value={row.answer} />
            )}
            {row.verdict === 'different' ? <span className={classes.differs}>{t('compare.differs')}</span> : null}
          </span>
        )}
        <span className="ell">
          <Inline value={row.reference} missing={row.missing} />
        </span>
        {isScored ? (
          <span className={classes.score}>{row.score === null ? null : <PartScore part={row.score} />}</span>
        ) : null}
      </button>
      {isOpen ? (
        <div className={classes.detail} data-text={isText || undefined}>
          {isText ? null : (
            <div>{row.answer === undefined ? null : <Whole value={row.answer} label={row.field} />}</div>
          )}
          <div>
            <Whole value={row.reference} label={row.field} />
          </div>
        </div>
      ) : null}
    </>
  );
}

/** The whole answer stands above, among the steps: here its beginning is enough. */
const ANSWER_FOLD: FoldLimits = { lines: 3, characters: 240 };

function AnswerText({ text, hasAttempt }: { readonly text: string; readonly hasAttempt: boolean }) {
  const { t } = useTranslation('trace');
  if (!hasAttempt) return <div className={classes.none}>{t('compare.noAttempt')}</div>;
  if (text === '') return <div className={classes.none}>{t('compare.noAnswer')}</div>;
  return (
    <div className={classes.answer}>
      <span className={classes.field}>{t('compare.answer')}</span>
      <Whole value={text} label={t('compare.answer')} limits={ANSWER_FOLD} />
    </div>
  );
}

type OverallProps = {
  readonly score: ScorePart;
  readonly otherParts: readonly ScorePart[];
  readonly isStale: boolean;
};

function Overall({ score, otherParts, isStale }: OverallProps) {
  const { t } = useTranslation('trace');
  return (
    <div className={classes.overall}>
      <span className={classes.field}>{t('compare.overall')}</span>
      {isStale ? <span className="c-warn">{t('compare.stale')}</span> : null}
      {otherParts.map((part) => (
        <span key={part.key} className={classes.part}>
          <span className="t3">{part.key}</span> <PartScore part={part} />
        </span>
      ))}
      {score.reason === null ? null : <span className="t2 ell">{score.reason}</span>}
      <span className={classes.score}>
        <PartScore part={score} />
      </span>
    </div>
  );
}

/** Skipped and errored are words: neither is ever drawn as a number. */
function PartScore({ part }: { readonly part: ScorePart }) {
  const { t } = useTranslation('trace');
  if (part.state === 'skipped') return <span className="t3">{t('compare.skipped')}</span>;
  if (part.state === 'errored') {
    return (
      <span className="c-err" title={part.reason ?? undefined}>
        {t('compare.errored')}
      </span>
    );
  }
  return part.value === null ? null : formatScore(part.value);
}

type InlineProps = {
  readonly value: JsonValue;
  /** Entries of a list that the answer lacks. */
  readonly missing?: readonly JsonValue[];
};

/** How much of a value one line takes. */
const INLINE_LENGTH = 400;

function Inline({ value, missing = [] }: InlineProps) {
  const { t } = useTranslation('trace');
  if (isPlainList(value)) {
    return (
      <span className="mono">
        {value.length === 0 ? t('compare.empty') : null}
        {value.map((item, index) => (
          <Fragment key={index}>
            {index === 0 ? null : ', '}
            <span className={missing.includes(item) ? classes.missing : undefined}>
              <VisibleText text={String(item)} />
            </span>
          </Fragment>
        ))}
      </span>
    );
  }
  if (typeof value !== 'string') {
    return (
      <span className="mono">
        <VisibleText text={JSON.stringify(value).slice(0, INLINE_LENGTH)} />
      </span>
    );
  }
  if (value.trim() === '') return <span className="t3">{t('compare.empty')}</span>;
  const isShort = value.length <= 40 && !value.includes('\n');
  return (
    <span className={isShort ? 'mono' : undefined}>
      <VisibleText text={value.slice(0, INLINE_LENGTH)} />
    </span>
  );
}

type WholeProps = { readonly value: JsonValue; readonly label: string; readonly limits?: FoldLimits };

function Whole({ value, label, limits = TURN_FOLD }: WholeProps) {
  const { t } = useTranslation('trace');
  const [isOpen, setOpen] = useState(false);
  if (typeof value !== 'string') return <JsonTree value={value} label={label} />;
  const folded = foldText(value, limits);
  return (
    <div className={textClasses.text} dir="auto">
      <VisibleText text={isOpen ? value : folded.preview} />
      {folded.isLong ? (
        <button
          type="button"
          className={textClasses.foldButton}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('fold.showLess') : openLabel()}
        </button>
      ) : null}
    </div>
  );

  function openLabel(): string {
    if (folded.lines > 1) return t('fold.showAll', { count: folded.lines });
    return t('fold.showLong', { size: formatBytes(folded.length) });
  }
}
