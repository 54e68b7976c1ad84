import { useState } from 'react';
import type { SampleId } from '../../../shared/model/ids.ts';
import type { Output } from '../../data/methods.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';

export type QueueItem = Output<'reviews.queue'>['items'][number];

/** Longer queues are worked through from the front; decided samples move to the back by themselves. */
const QUEUE_ITEMS = 500;

export function isOpen(item: QueueItem): boolean {
  return item.state === 'pending' || item.state === 'draft';
}

/** The reviewer's queue and the sample that is on the desk. */
export function useQueue(reviewer: string) {
  const query = useRpcQuery(
    'reviews.queue',
    { filter: null, reviewer, from: 0, limit: QUEUE_ITEMS },
    { keepPrevious: true },
  );
  const items = query.data?.items ?? [];
  const [picked, setPicked] = useState<SampleId | null>(null);
  const current = items.find((item) => item.sampleId === picked) ?? items.find(isOpen) ?? items[0] ?? null;
  const currentId = current?.sampleId ?? null;
  // The order of the queue changes with each verdict; the desk keeps its sample until the reviewer moves on.
  if (picked === null && currentId !== null) setPicked(currentId);

  function move(by: 1 | -1): void {
    const at = items.findIndex((item) => item.sampleId === currentId);
    const next = items[at + by];
    if (next !== undefined) setPicked(next.sampleId);
  }

  /** The next undecided sample after this one; the first of all when it was the last. */
  function advance(): void {
    const at = items.findIndex((item) => item.sampleId === currentId);
    const next =
      items.find((item, index) => index > at && isOpen(item)) ??
      items.find((item) => isOpen(item) && item.sampleId !== currentId);
    if (next !== undefined) setPicked(next.sampleId);
  }

  return { query, items, current, pick: setPicked, move, advance };
}
