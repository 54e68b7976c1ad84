import {
  IconAccessPoint,
  IconAccessPointOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconTerminal2,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { liveStartInput, useLiveChoices, useLiveStatus, useLiveSwitch } from '../data/use-live.ts';
import { useProject } from '../data/use-project.ts';
import { useCommands } from '../state/commands.tsx';

/** Live collection is switched from anywhere; its addresses and settings are shown in Collect. */
export function useLiveCommands(): void {
  const [, navigate] = useLocation();
  const { data: status } = useLiveStatus();
  const [choices] = useLiveChoices();
  const { start, stop, pause } = useLiveSwitch();
  const canWrite = useProject()?.readOnly === false;
  const isOn = status?.on === true;
  const isPaused = status?.paused === true;
  useCommands(
    useMemo(
      () => [
        {
          id: 'live.start',
          titleKey: 'live:commands.start' as const,
          icon: IconAccessPoint,
          when: () => canWrite && !isOn && (choices.otlp || choices.proxy),
          run: () => {
            navigate('/collect');
            void start(liveStartInput(choices, true));
          },
        },
        {
          id: 'live.stop',
          titleKey: 'live:commands.stop' as const,
          icon: IconAccessPointOff,
          when: () => isOn,
          run: () => void stop(),
        },
        {
          id: 'live.pause',
          titleKey: isPaused ? ('live:commands.resume' as const) : ('live:commands.pause' as const),
          icon: isPaused ? IconPlayerPlay : IconPlayerPause,
          when: () => isOn,
          run: () => void pause(!isPaused),
        },
        {
          id: 'live.settings',
          titleKey: 'live:commands.settings' as const,
          icon: IconTerminal2,
          run: () => navigate('/collect?live=settings'),
        },
      ],
      [navigate, canWrite, isOn, isPaused, choices, start, stop, pause],
    ),
  );
}
