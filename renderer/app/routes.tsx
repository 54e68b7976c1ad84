import { lazy, Suspense, type ComponentType } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { Delayed, RowSkeleton } from '../ui/ListStates.tsx';

const HelpPage = lazy(async () => ({ default: (await import('../features/help/HelpPage.tsx')).HelpPage }));

/** Pages are loaded when they are first opened. To add one: a line here, and one in `places.ts` if it has a menu entry. */
const ROUTES: readonly (readonly [path: string, Page: ComponentType])[] = [
  ['/collect', lazy(async () => ({ default: (await import('../features/collect/CollectPage.tsx')).CollectPage }))],
  ['/samples', lazy(async () => ({ default: (await import('../features/samples/SamplesPage.tsx')).SamplesPage }))],
  [
    '/duplicates',
    lazy(async () => ({ default: (await import('../features/duplicates/DuplicatesPage.tsx')).DuplicatesPage })),
  ],
  ['/balance', lazy(async () => ({ default: (await import('../features/balance/BalancePage.tsx')).BalancePage }))],
  ['/split', lazy(async () => ({ default: (await import('../features/split/SplitPage.tsx')).SplitPage }))],
  ['/tool-use', lazy(async () => ({ default: (await import('../features/tool-use/ToolUsePage.tsx')).ToolUsePage }))],
  ['/map', lazy(async () => ({ default: (await import('../features/map/MapPage.tsx')).MapPage }))],
  ['/privacy', lazy(async () => ({ default: (await import('../features/privacy/PrivacyPage.tsx')).PrivacyPage }))],
  ['/review', lazy(async () => ({ default: (await import('../features/review/ReviewPage.tsx')).ReviewPage }))],
  ['/graders', lazy(async () => ({ default: (await import('../features/graders/GradersPage.tsx')).GradersPage }))],
  ['/report', lazy(async () => ({ default: (await import('../features/report/ReportPage.tsx')).ReportPage }))],
  ['/export', lazy(async () => ({ default: (await import('../features/export/ExportPage.tsx')).ExportPage }))],
  ['/help', HelpPage],
  ['/history', lazy(async () => ({ default: (await import('../features/history/HistoryPage.tsx')).HistoryPage }))],
];

const SettingsPage = lazy(async () => ({
  default: (await import('../features/settings/SettingsPage.tsx')).SettingsPage,
}));

/** Settings of the app alone, before a project is open. */
export function SettingsRoute() {
  return (
    <Suspense fallback={null}>
      <SettingsPage />
    </Suspense>
  );
}

/** The manual, which is there before a project is. */
export function HelpRoute() {
  return (
    <Suspense fallback={null}>
      <HelpPage />
    </Suspense>
  );
}

export function Routes() {
  return (
    <Suspense
      fallback={
        <Delayed>
          <RowSkeleton rows={8} />
        </Delayed>
      }
    >
      <Switch>
        {ROUTES.map(([path, Page]) => (
          <Route key={path} path={path}>
            <Page />
          </Route>
        ))}
        <Route path="/settings">
          <SettingsPage />
        </Route>
        <Route>
          <Redirect to="/samples" replace />
        </Route>
      </Switch>
    </Suspense>
  );
}
