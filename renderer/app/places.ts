import {
  IconAdjustmentsHorizontal,
  IconChecklist,
  IconCode,
  IconDatabaseImport,
  IconHistory,
  IconMap2,
  IconPackageExport,
  IconReportAnalytics,
  IconSettings,
  IconShieldLock,
  IconTable,
  IconTool,
  type Icon,
} from '@tabler/icons-react';
import type { TextKey } from '../i18n/index.ts';

export type PlaceName =
  | 'collect'
  | 'samples'
  | 'duplicates'
  | 'balance'
  | 'split'
  | 'map'
  | 'tool-use'
  | 'privacy'
  | 'review'
  | 'graders'
  | 'report'
  | 'export'
  | 'history'
  | 'settings';
export type Place = {
  readonly name: PlaceName;
  readonly path: string;
  readonly titleKey: TextKey;
  readonly icon: Icon;
  /** Shown indented under Refine. */
  readonly isPart?: boolean;
  readonly keys?: string;
};

/** The pipeline in its order, then what belongs to the whole project. */
export const PLACES: readonly Place[] = [
  { name: 'collect', path: '/collect', titleKey: 'shell:places.collect', icon: IconDatabaseImport, keys: 'mod+1' },
  { name: 'samples', path: '/samples', titleKey: 'shell:places.samples', icon: IconTable, keys: 'mod+2' },
  {
    name: 'duplicates',
    path: '/duplicates',
    titleKey: 'shell:places.duplicates',
    icon: IconAdjustmentsHorizontal,
    isPart: true,
    keys: 'mod+3',
  },
  {
    name: 'balance',
    path: '/balance',
    titleKey: 'shell:places.balance',
    icon: IconAdjustmentsHorizontal,
    isPart: true,
  },
  { name: 'split', path: '/split', titleKey: 'shell:places.split', icon: IconAdjustmentsHorizontal, isPart: true },
  { name: 'tool-use', path: '/tool-use', titleKey: 'shell:places.toolUse', icon: IconTool, isPart: true },
  { name: 'map', path: '/map', titleKey: 'shell:places.map', icon: IconMap2, isPart: true },
  {
    name: 'privacy',
    path: '/privacy',
    titleKey: 'shell:places.privacy',
    icon: IconShieldLock,
    isPart: true,
  },
  { name: 'review', path: '/review', titleKey: 'shell:places.review', icon: IconChecklist, keys: 'mod+4' },
  { name: 'graders', path: '/graders', titleKey: 'shell:places.graders', icon: IconCode, keys: 'mod+5' },
  { name: 'report', path: '/report', titleKey: 'shell:places.report', icon: IconReportAnalytics, keys: 'mod+6' },
  { name: 'export', path: '/export', titleKey: 'shell:places.export', icon: IconPackageExport, keys: 'mod+7' },
  { name: 'history', path: '/history', titleKey: 'shell:places.history', icon: IconHistory },
  { name: 'settings', path: '/settings', titleKey: 'shell:places.settings', icon: IconSettings, keys: 'mod+,' },
];
