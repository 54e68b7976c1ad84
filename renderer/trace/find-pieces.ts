import { messageText, type Message, type Part } from '../../shared/model/message.ts';
import type { FindPiece } from './find.ts';
import { parseContainer, toJsonLines } from './json-lines.ts';
import { callKey, type TimelineNode } from './timeline.ts';

/** @returns every text that the marks of a trajectory show or fold away, in reading order, under the keys that show it */
export function findPieces(nodes: readonly TimelineNode[]): readonly FindPiece[] {
  return nodes.flatMap(piecesOf);
}

function piecesOf(node: TimelineNode): readonly FindPiece[] {
  switch (node.kind) {
    case 'turn':
    case 'reasoning':
    case 'said':
      return partPieces(node.parts, node.key, node.key);
    case 'empty':
      return [];
    case 'orphan':
      return resultPieces(node.message, `${node.key}|result`, node.key, undefined);
    case 'calls':
      return node.calls.flatMap(({ call, result }, index) => {
        const key = callKey(node, index);
        const args = call.args === undefined ? [call.argsText] : jsonTexts(call.args);
        return [
          { key: `${key}|name`, nodeKey: node.key, lines: [call.name] },
          { key: `${key}|args`, nodeKey: node.key, lines: args, inside: key },
          ...(result === undefined ? [] : resultPieces(result, `${key}|result`, node.key, key)),
        ];
      });
  }
}

function partPieces(parts: readonly Part[], key: string, nodeKey: string): FindPiece[] {
  return parts.flatMap((part, index): FindPiece[] => {
    const pieceKey = `${key}|${index}`;
    if (part.type === 'other') return [{ key: pieceKey, nodeKey, lines: jsonTexts(part.raw) }];
    if (part.type === 'image' || part.type === 'file') return [];
    if (part.type === 'reasoning' && part.encrypted === true) return [];
    return [{ key: pieceKey, nodeKey, lines: [part.text] }];
  });
}

function resultPieces(result: Message, key: string, nodeKey: string, inside: string | undefined): FindPiece[] {
  const text = messageText(result);
  const value = parseContainer(text);
  const more = inside === undefined ? {} : { inside };
  if (value !== null) return [{ key: `${key}:text`, nodeKey, lines: jsonTexts(value), ...more }];
  if (result.parts.every((part) => part.type === 'text'))
    return [{ key: `${key}:text`, nodeKey, lines: [text], ...more }];
  return partPieces(result.parts, key, nodeKey).map((piece) => ({
    ...piece,
    key: piece.key.replace(/\|(\d+)$/u, ':$1'),
    ...more,
  }));
}

function jsonTexts(value: Parameters<typeof toJsonLines>[0]): readonly string[] {
  return toJsonLines(value).lines.map((line) => line.text);
}
