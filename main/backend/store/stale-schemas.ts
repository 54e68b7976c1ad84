import type Database from 'better-sqlite3';
import type { ToolDef } from '../../../shared/model/message.ts';
import { canonicalJson } from '../engine/canonical.ts';
import { contentHash } from '../engine/hash.ts';
import { VISIBLE } from '../engine/query/compile.ts';
import type { PopulationFinding } from './population-flags.ts';

/** A list of tools as many samples have it. */
type Offer = { readonly schemas: ReadonlyMap<string, string>; samples: number; newest: number; lastId: number };
/** A tool's parameters as some samples have them. */
type Variant = { samples: number; newest: number; lastId: number };

/** A name with more variants than this is no tool that changed: every sample has one of its own. */
const MOST_VARIANTS = 10;
const MOST_TOOLS_NAMED = 10;
/** Samples whose tools are in memory at once. */
const PAGE = 500;
/** Lists remembered by their text. */
const MOST_OFFERS = 20_000;

/**
 * Samples that offer a tool with other parameters than the newest sample that has it; where samples have no dates, than most
 * samples (among equals, than the one that came in last). Descriptions do not count. Reads the tools of every sample once.
 */
export function findStaleSchemas(db: Database.Database, use: (finding: PopulationFinding) => void): void {
  const offers = new Map<string, Offer>();
  eachOffer(db, (row) => {
    const offer = offerOf(offers, row.tools);
    offer.samples += 1;
    offer.newest = Math.max(offer.newest, row.createdAt ?? -1);
    offer.lastId = Math.max(offer.lastId, row.id);
  });
  const current = currentSchemas(offers.values());
  if (current.size === 0) return;
  const stale = new Map([...offers].map(([key, offer]) => [key, staleTools(offer, current)]));
  eachOffer(db, ({ id, tools }) => {
    const found = stale.get(contentHash(tools)) ?? [];
    const [first] = found;
    if (first === undefined) return;
    use({
      sampleId: id,
      attemptId: null,
      detail: {
        tool: first.name,
        tools: found.map((one) => one.name).slice(0, MOST_TOOLS_NAMED),
        current: first.samples,
        variants: first.variants,
      },
    });
  });
}

type Row = { id: number; tools: string; createdAt: number | null };

/** Page by page: the connection can do nothing else while rows are walked. */
function eachOffer(db: Database.Database, use: (row: Row) => void): void {
  const page = db.prepare<[number, number], Row>(
    `SELECT s.id, b.tools, s.created_at AS createdAt FROM sample s JOIN sample_body b ON b.sample_id = s.id
     WHERE s.id > ? AND s.tool_offered_count > 0 AND ${VISIBLE} ORDER BY s.id LIMIT ?`,
  );
  for (let after = 0; ;) {
    const rows = page.all(after, PAGE);
    for (const row of rows) use(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
}

function offerOf(offers: Map<string, Offer>, tools: string): Offer {
  const key = contentHash(tools);
  const known = offers.get(key);
  if (known !== undefined) return known;
  // Written by importing and editing from this very type.
  const list = JSON.parse(tools) as ToolDef[];
  const made: Offer = {
    schemas: new Map(
      list.flatMap((tool): [string, string][] =>
        tool.parameters === undefined || tool.parameters === null
          ? []
          : [[tool.name, contentHash(canonicalJson(tool.parameters))]],
      ),
    ),
    samples: 0,
    newest: -1,
    lastId: 0,
  };
  // So many different lists are of samples that each have tools of their own.
  if (offers.size < MOST_OFFERS) offers.set(key, made);
  return made;
}

type Current = { readonly schema: string; readonly samples: number; readonly variants: number };

/** @returns tools of which there is more than one schema, with the one that counts */
function currentSchemas(offers: Iterable<Offer>): ReadonlyMap<string, Current> {
  const tools = new Map<string, Map<string, Variant>>();
  for (const offer of offers)
    for (const [name, schema] of offer.schemas) {
      const variants = tools.get(name) ?? new Map<string, Variant>();
      const known = variants.get(schema) ?? { samples: 0, newest: -1, lastId: 0 };
      variants.set(schema, {
        samples: known.samples + offer.samples,
        newest: Math.max(known.newest, offer.newest),
        lastId: Math.max(known.lastId, offer.lastId),
      });
      tools.set(name, variants);
    }
  const current = new Map<string, Current>();
  for (const [name, variants] of tools) {
    if (variants.size < 2 || variants.size > MOST_VARIANTS) continue;
    const hasDates = [...variants.values()].every((variant) => variant.newest >= 0);
    const [best] = [...variants].sort(
      ([, a], [, b]) => (hasDates ? b.newest - a.newest : 0) || b.samples - a.samples || b.lastId - a.lastId,
    );
    if (best !== undefined) current.set(name, { schema: best[0], samples: best[1].samples, variants: variants.size });
  }
  return current;
}

function staleTools(
  offer: Offer,
  current: ReadonlyMap<string, Current>,
): readonly { readonly name: string; readonly samples: number; readonly variants: number }[] {
  return [...offer.schemas].flatMap(([name, schema]) => {
    const now = current.get(name);
    return now === undefined || now.schema === schema ? [] : [{ name, samples: now.samples, variants: now.variants }];
  });
}
