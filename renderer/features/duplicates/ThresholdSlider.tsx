import { ActionIcon, NumberInput, Popover, Slider } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatScore } from '../../i18n/format.ts';
import classes from './threshold.module.css';

export type SimilarityBin = { readonly from: number; readonly to: number; readonly pairs: number };
type Props = {
  /** Before the number: which similarity this is. */
  readonly label: string;
  readonly value: number;
  /** Pairs below were not kept, so the threshold cannot go there. */
  readonly floor: number;
  readonly bins: readonly SimilarityBin[];
  readonly isOff: boolean;
  /** On every step of the hand or the key. */
  readonly onChange: (value: number) => void;
  readonly children?: ReactNode;
};

const STEP = 0.01;

/** Pairs by similarity, and from where on two samples count as duplicates. Counts follow while it moves. */
export function ThresholdSlider({ label, value, floor, bins, isOff, onChange, children }: Props) {
  const { t } = useTranslation('duplicates');
  const above = pairsFrom(bins, value);
  const total = bins.reduce((sum, bin) => sum + bin.pairs, 0);
  function move(next: number): void {
    onChange(round(next));
  }
  return (
    <div className={classes.threshold}>
      <div className={classes.head}>
        {children}
        <span>{label}</span>
        <ExactNumber value={value} floor={floor} isOff={isOff} onChange={move} />
        <span className={classes.space} />
        <span className="num">{t('threshold.pairsAbove', { count: total, floor: formatScore(floor) })}</span>
        <PairTable bins={bins} />
      </div>
      <Bars
        bins={bins}
        value={value}
        label={t('threshold.chart', { count: above, total, value: formatScore(value) })}
      />
      <Slider
        className={classes.slider}
        classNames={{ bar: classes.sliderBar ?? '', track: classes.sliderTrack ?? '' }}
        min={floor}
        max={1}
        step={STEP}
        label={null}
        disabled={isOff}
        thumbLabel={label}
        thumbProps={{ 'aria-valuetext': t('threshold.valueText', { value: formatScore(value), count: above }) }}
        value={value}
        onChange={(next) => move(next)}
      />
    </div>
  );
}

/** @returns how many pairs lie at or above a similarity, by the bins that start there */
export function pairsFrom(bins: readonly SimilarityBin[], value: number): number {
  return bins.reduce((sum, bin) => sum + (isAbove(bin, value) ? bin.pairs : 0), 0);
}

function isAbove(bin: SimilarityBin, value: number): boolean {
  // A bin is as wide as a step or wider; its middle decides.
  return (bin.from + bin.to) / 2 >= value;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

type NumberProps = Pick<Props, 'value' | 'floor' | 'isOff' | 'onChange'>;

/** Typed exactly; what is no similarity is not used. */
function ExactNumber({ value, floor, isOff, onChange }: NumberProps) {
  const { t } = useTranslation('duplicates');
  // Text that is being typed is left as it is, such as a number without its last digit.
  const [text, setText] = useState<string | number | null>(null);
  return (
    <NumberInput
      size="xs"
      className={classes.exact}
      classNames={{ input: classes.exactInput ?? '' }}
      aria-label={t('threshold.exact')}
      hideControls
      disabled={isOff}
      min={floor}
      max={1}
      step={STEP}
      decimalScale={2}
      fixedDecimalScale={text === null}
      clampBehavior="none"
      value={text ?? value}
      onBlur={() => setText(null)}
      onChange={(next) => {
        const typed = next === '' ? NaN : Number(next);
        setText(next);
        if (typed >= floor && typed <= 1 && typed !== value) onChange(typed);
      }}
    />
  );
}

function Bars({ bins, value, label }: Pick<Props, 'bins' | 'value' | 'label'>) {
  const most = Math.max(1, ...bins.map((bin) => bin.pairs));
  const width = 100 / Math.max(1, bins.length);
  return (
    <svg className={classes.bars} viewBox="0 0 100 44" preserveAspectRatio="none" role="img" aria-label={label}>
      {bins.map((bin, at) => {
        // The root lets a few pairs beside very many be seen at all.
        const height = bin.pairs === 0 ? 0 : Math.max(2, 42 * Math.sqrt(bin.pairs / most));
        return (
          <rect
            key={bin.from}
            className={classes.bar}
            data-removed={isAbove(bin, value) || undefined}
            x={at * width}
            width={width * 0.86}
            y={44 - height}
            height={height}
          />
        );
      })}
    </svg>
  );
}

function PairTable({ bins }: { readonly bins: readonly SimilarityBin[] }) {
  const { t } = useTranslation(['duplicates', 'charts']);
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover hideDetached={false} opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus withRoles={false}>
      <Popover.Target>
        <ActionIcon
          size={24}
          aria-label={t('charts:showTable')}
          title={t('charts:showTable')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconTable size={14} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown
        className={classes.tableBox}
        tabIndex={0}
        role="region"
        aria-label={t('duplicates:threshold.table')}
      >
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('charts:from')}</th>
              <th scope="col">{t('charts:to')}</th>
              <th scope="col">{t('duplicates:threshold.pairs')}</th>
            </tr>
          </thead>
          <tbody>
            {bins
              .filter(({ pairs }) => pairs > 0)
              .map((bin) => (
                <tr key={bin.from}>
                  <td>{bin.from.toFixed(3)}</td>
                  <td>{bin.to.toFixed(3)}</td>
                  <td>{formatCount(bin.pairs)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </Popover.Dropdown>
    </Popover>
  );
}
