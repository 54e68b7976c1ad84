import { z } from 'zod';
import { ToolMeasure, ToolUseBin, ToolUseStats } from '../model/tool-use.ts';
import { query } from './define.ts';
import { FILTER_TABLES } from './tables.ts';
import { FilterText } from './target.ts';

const Charts = z.record(ToolMeasure, z.array(ToolUseBin));

export const toolUse = {
  /**
   * How tools are used in the attempts of the samples that match, in all and by the values of a facet. Conditions on
   * attempts at the top of a filter (`model:b`, `calls>15`) choose among a sample's attempts too.
   */
  summary: query({
    input: z.object({ filter: FilterText, by: z.string().max(60).nullable() }),
    output: z.object({
      all: ToolUseStats,
      charts: Charts,
      groups: z.array(
        z.object({
          value: z.string(),
          label: z.string(),
          /** The filter term that selects the value's samples. */
          term: z.string(),
          stats: ToolUseStats,
        }),
      ),
      /** Values beyond those listed. */
      more: z.int(),
    }),
    reads: FILTER_TABLES,
  }),
  /** Two sets side by side; the charts have common bins. */
  compare: query({
    input: z.object({ filter: FilterText, against: FilterText }),
    output: z.object({ one: ToolUseStats, other: ToolUseStats, charts: Charts }),
    reads: FILTER_TABLES,
  }),
  /**
   * A filter that finds the samples behind a bar: those with an attempt of which the measure is at least `from` and below
   * `to`. Many samples are named by a condition where the filter language has one for the measure; it may then find
   * samples by another of their attempts, and `isExact` says so. null when there is no such filter.
   */
  behind: query({
    input: z.object({
      filter: FilterText,
      measure: ToolMeasure,
      from: z.number(),
      to: z.number().nullable(),
    }),
    output: z.object({ filter: z.string().nullable(), samples: z.int(), isExact: z.boolean() }),
    reads: FILTER_TABLES,
  }),
};
