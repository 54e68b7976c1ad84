import { createContext } from 'react';
import type { PrivateMarks } from './private-pieces.ts';

/** Personal data and tokens to mark in texts; null marks nothing. */
export const PrivateMarksContext = createContext<PrivateMarks | null>(null);
