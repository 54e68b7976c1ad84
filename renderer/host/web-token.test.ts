import { beforeEach, expect, test } from 'vitest';
import { forgetToken, takeToken } from './web-token.ts';

beforeEach(() => {
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/samples?filter=lang%3Ade');
});

test('moves the token from the fragment to this tab and cleans the address, keeping the rest of it', () => {
  window.location.hash = '#token=abc-123';
  expect(takeToken(window.location, window.sessionStorage, window.history)).toBe('abc-123');
  expect(window.location.href).toMatch(/\/samples\?filter=lang%3Ade$/);
  expect(takeToken(window.location, window.sessionStorage, window.history)).toBe('abc-123');
});

test('gives null to a page that was opened without its link, and leaves its address alone', () => {
  window.location.hash = '#content';
  expect(takeToken(window.location, window.sessionStorage, window.history)).toBeNull();
  expect(window.location.hash).toBe('#content');
});

test('takes the newer token when a link of a later start is opened in the same tab', () => {
  window.location.hash = '#token=old';
  takeToken(window.location, window.sessionStorage, window.history);
  window.location.hash = '#token=new';
  expect(takeToken(window.location, window.sessionStorage, window.history)).toBe('new');
  forgetToken(window.sessionStorage);
  expect(takeToken(window.location, window.sessionStorage, window.history)).toBeNull();
});
