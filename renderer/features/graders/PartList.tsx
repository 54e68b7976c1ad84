import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScorePart } from '../../../shared/model/score.ts';
import { formatScore } from '../../i18n/format.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import { PartDetail } from './PartDetail.tsx';
import classes from './preview.module.css';
import { NotScored } from './ScoreSummary.tsx';
import { partSummary, platformDiffers, shadeOf } from './score-view.ts';

type Props = { readonly part: ScorePart; readonly weights: ReadonlyMap<string, number> | null };

/** The parts of a multi grader, or the one grader there is. */
export function PartList({ part, weights }: Props) {
  const parts = part.parts.length === 0 ? [part] : part.parts;
  return (
    <ul className={classes.parts}>
      {parts.map((one, index) => (
        <li key={one.key}>
          <Part
            part={one}
            weight={weights?.get(one.key) ?? null}
            color={shadeOf(index)}
            isOnly={part.parts.length === 0}
          />
        </li>
      ))}
    </ul>
  );
}

type PartProps = {
  readonly part: ScorePart;
  readonly weight: number | null;
  readonly color: string;
  readonly isOnly: boolean;
};

function Part({ part, weight, color, isOnly }: PartProps) {
  const { t } = useTranslation('graders');
  const [isOpen, setOpen] = useState(isOnly);
  const detailId = useId();
  const summary = isOnly && part.reason !== null ? null : partSummary(part);
  const paid = platformDiffers(part);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.part}>
      <UnstyledButton
        className={classes.partHead}
        aria-expanded={isOpen}
        aria-controls={detailId}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes.swatch} style={{ background: color }} aria-hidden />
        {part.key === '' ? null : <span className={classes.partKey}>{part.key}</span>}
        <span className="meta">{part.type}</span>
        {part.detail['estimate'] === true ? <ToneBadge tone="outline">{t('preview.estimate')}</ToneBadge> : null}
        <Chevron size={12} aria-hidden className={classes.chevron} />
        <span className={classes.grow} />
        {weight === null || isOnly ? null : (
          <span className="meta num">{t('preview.weight', { weight: formatScore(weight) })}</span>
        )}
        {part.value === null ? (
          <NotScored part={part} />
        ) : (
          <b className={classes.partValue}>{formatScore(part.value)}</b>
        )}
      </UnstyledButton>
      {summary === null ? null : <p className={classes.partText}>{summary}</p>}
      {paid === null || isOnly ? null : (
        <p className={classes.partText}>{t('preview.platform', { value: formatScore(paid) })}</p>
      )}
      <div id={detailId} hidden={!isOpen}>
        {isOpen ? <PartDetail part={part} /> : null}
      </div>
    </div>
  );
}
