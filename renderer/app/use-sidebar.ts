import { useMediaQuery } from '@mantine/hooks';
import { useAppStore } from '../state/store.ts';

/** Below 1280 wide the sidebar starts as a rail; a person's own choice wins. */
export function useIsSidebarOpen(): boolean {
  const chosen = useAppStore((state) => state.isSidebarOpen);
  const isWide = useMediaQuery('(min-width: 1280px)', true, { getInitialValueInEffect: false });
  return chosen ?? isWide;
}
