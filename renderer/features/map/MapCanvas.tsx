import { useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { isInside, nearestWithin, type Point } from './geometry.ts';
import { OTHER_COLOUR, VALUE_COLOURS } from './palette.ts';
import type { MapData, Selection } from './use-map.ts';
import classes from './map.module.css';

type MapCanvasProps = { readonly data: MapData; readonly selection: Selection; readonly label: string };

const MARGIN = 16;
/** How near to a point a click must be. */
const REACH = 8;
/** A shorter way is a click. */
const LEAST_LOOP = 12;

/** The points of the map; a loop drawn around them selects. The same is done with the keys beside the map. */
export function MapCanvas({ data, selection, label }: MapCanvasProps) {
  const { ref: sizeRef, width, height } = useElementSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const merged = useMergedRef(sizeRef, box);
  const scheme = useComputedColorScheme('light');
  const [loop, setLoop] = useState<readonly Point[]>([]);
  const places = usePlaces(data, width, height);

  useEffect(() => {
    const element = canvas.current;
    if (element === null || width === 0 || height === 0) return;
    draw(element, { width, height }, data, places, selection.ids);
  }, [data, places, selection.ids, width, height, scheme]);

  function placeOf(event: PointerEvent): Point {
    const { left, top } = box.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return { x: event.clientX - left, y: event.clientY - top };
  }
  function begin(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setLoop([placeOf(event)]);
  }
  function move(event: PointerEvent): void {
    if (loop.length > 0) setLoop([...loop, placeOf(event)]);
  }
  function end(event: PointerEvent): void {
    if (loop.length === 0) return;
    const found = wayOf(loop) < LEAST_LOOP ? clicked(places, placeOf(event)) : places.flatMap(inLoop(loop));
    const ids = found.flatMap((at) => data.points.ids[at] ?? []);
    if (event.shiftKey) selection.add(ids);
    else selection.set(ids);
    setLoop([]);
  }

  return (
    <div
      ref={merged}
      className={classes.canvasBox}
      role="presentation"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setLoop([])}
    >
      <canvas ref={canvas} className={classes.canvas} role="img" aria-label={label} data-testid="map-canvas" />
      {loop.length < 2 ? null : (
        <svg className={classes.loop} aria-hidden>
          <polygon points={loop.map(({ x, y }) => `${x},${y}`).join(' ')} />
        </svg>
      )}
    </div>
  );
}

function clicked(places: readonly Point[], place: Point): number[] {
  const nearest = nearestWithin(places, place, REACH);
  return nearest === null ? [] : [nearest];
}

function inLoop(loop: readonly Point[]): (point: Point, at: number) => number[] {
  return (point, at) => (isInside(point, loop) ? [at] : []);
}

function wayOf(loop: readonly Point[]): number {
  return loop.reduce((sum, point, at) => {
    const before = loop[at - 1] ?? point;
    return sum + Math.hypot(point.x - before.x, point.y - before.y);
  }, 0);
}

/** Points in the box, which they fill: directions mean nothing, so stretching takes nothing away. */
function usePlaces(data: MapData, width: number, height: number): readonly Point[] {
  return useMemo(
    () =>
      data.points.ids.map((_, at) => ({
        x: MARGIN + (data.points.x[at] ?? 0) * Math.max(0, width - 2 * MARGIN),
        y: MARGIN + (data.points.y[at] ?? 0) * Math.max(0, height - 2 * MARGIN),
      })),
    [data, width, height],
  );
}

function draw(
  canvas: HTMLCanvasElement,
  { width, height }: { readonly width: number; readonly height: number },
  data: MapData,
  places: readonly Point[],
  selected: ReadonlySet<number>,
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const ratio = window.devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  const colours = [...VALUE_COLOURS, OTHER_COLOUR].map((token) => resolved(canvas, token));
  const radius = places.length > 5_000 ? 1.5 : places.length > 1_000 ? 2.5 : 4;
  const order = [...places.keys()].sort((a, b) => Number(isChosen(a)) - Number(isChosen(b)));
  function isChosen(at: number): boolean {
    return selected.has(data.points.ids[at] ?? -1);
  }
  for (const at of order) {
    const { x, y } = places[at] ?? { x: 0, y: 0 };
    const value = data.points.value[at] ?? -1;
    const isOn = selected.size === 0 || isChosen(at);
    context.globalAlpha = isOn ? 0.9 : 0.22;
    context.fillStyle = (value < 0 ? undefined : colours[value]) ?? colours.at(-1) ?? 'grey';
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    if (selected.size === 0 || !isOn) continue;
    context.strokeStyle = resolved(canvas, 'var(--text)');
    context.lineWidth = 1;
    context.stroke();
  }
}

/** A canvas knows no variables of the style sheet. */
function resolved(element: Element, token: string): string {
  return getComputedStyle(element).getPropertyValue(token.slice(4, -1)).trim();
}
