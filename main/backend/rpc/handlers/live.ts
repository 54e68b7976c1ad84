import { liveSettings } from '../../live/snippets.ts';
import type { Handlers } from '../types.ts';

export const live: Handlers<'live'> = {
  status: ({ project }) => project.live.status(),
  start: async ({ project }, input) => project.live.start(input),
  stop: async ({ project }) => project.live.stop(),
  pause: ({ project }, { paused }) => project.live.pause(paused),
  settings: ({ project }) => liveSettings(project.live.status()),
};
