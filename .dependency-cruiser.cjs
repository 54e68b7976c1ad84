// Who may import whom (CONTRIBUTING, "Layers"). Run by main/tooling/layers.mjs, which also refuses to pass when it saw too few
// modules; main/tooling/layers.test.ts plants one violation of each rule and expects it to be found.

// Tests, and helpers only tests use, may reach further than the code they test.
const TEST = '(\\.test\\.tsx?$|\\.spec\\.ts$|/testing/)';
// Packages without I/O, clock or randomness, which pure code may use.
const PURE_PACKAGES = ['zod', 're2js', 'stemmer', 'eld'];
const npm = (names) => `(^|/)node_modules/(${names.join('|')})(/|$)`;

const BACKEND = '^main/backend/';
const REGISTRIES = '^main/backend/(services|jobs|live|importers|exporters|graders|checks|facets|privacy)/';

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule(
      'no-circular',
      'No module may reach itself.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule(
      'no-orphans',
      'A module nobody imports is dead.',
      {
        orphan: true,
        pathNot: [TEST, '\\.d\\.ts$', '^[^/]+$', '^main/tooling/', '^main/electron/(preload|after-pack)\\.ts$'],
      },
      {},
    ),
    rule('not-to-unresolvable', 'An import must resolve.', {}, { couldNotResolve: true }),
    rule(
      'shared-is-alone',
      'shared imports only zod and itself.',
      { path: '^shared/', pathNot: TEST },
      { pathNot: ['^shared/', npm(['zod'])] },
    ),
    rule(
      'engine-is-pure',
      'The engine imports shared, itself, node:crypto and packages without I/O.',
      { path: '^main/backend/engine/', pathNot: TEST },
      { pathNot: ['^shared/', '^main/backend/engine/', '^(node:)?crypto$', npm(PURE_PACKAGES)] },
    ),
    rule(
      'store-stays-low',
      'store and db know the engine, the platform and each other, not the services above them.',
      { path: '^main/backend/(store|db)/', pathNot: TEST },
      { path: BACKEND, pathNot: ['^main/backend/(engine|store|db|platform)/', '^main/backend/context\\.ts$'] },
    ),
    rule(
      'platform-is-lowest',
      'platform wraps the operating system and knows nothing of the product.',
      { path: '^main/backend/platform/', pathNot: TEST },
      { path: BACKEND, pathNot: '^main/backend/(platform|engine)/' },
    ),
    rule(
      'services-do-not-know-rpc',
      'Services, jobs and registries are called by rpc, never the other way round.',
      { path: REGISTRIES, pathNot: TEST },
      { path: '^main/backend/(rpc/|index\\.ts$|backend\\.ts$)' },
    ),
    rule(
      'registries-do-not-know-services',
      'Importers, exporters, graders, checks and facets are plug-ins: services call them.',
      { path: '^main/backend/(importers|exporters|graders|checks|facets|privacy)/', pathNot: TEST },
      { path: '^main/backend/(services|store|db)/' },
    ),
    rule(
      'rpc-has-no-io',
      'rpc handlers call services and read the store; they touch no file and no socket themselves.',
      { path: '^main/backend/rpc/', pathNot: TEST },
      { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|async_hooks|path)$' },
    ),
    rule(
      'backend-knows-no-host',
      'The backend runs in any host, so it imports none.',
      { path: BACKEND, pathNot: TEST },
      { path: ['^main/(electron|web|cli|tooling)/', '^renderer/', '^e2e/', npm(['electron'])] },
    ),
    rule(
      'hosts-use-the-door',
      'Hosts know main/backend/index.ts and nothing behind it.',
      { path: '^main/(electron|web|cli)/', pathNot: TEST },
      { path: BACKEND, pathNot: '^main/backend/index\\.ts$' },
    ),
    rule(
      'hosts-do-not-know-each-other',
      'One host never imports another.',
      { path: '^main/(electron|web|cli)/', pathNot: TEST },
      { path: '^main/(electron|web|cli)/', pathNot: '^main/$1/' },
    ),
    rule(
      'only-the-shell-knows-electron',
      'electron is imported in main/electron only.',
      { pathNot: ['^main/electron/', '^e2e/'] },
      { path: npm(['electron']) },
    ),
    rule(
      'renderer-is-a-page',
      'The renderer has no Node and no backend.',
      { path: '^renderer/', pathNot: TEST },
      { path: ['^main/', '^e2e/'] },
    ),
    rule(
      'renderer-has-no-node',
      'The renderer has no Node modules.',
      { path: '^renderer/', pathNot: TEST },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'ui-knows-no-data',
      'renderer/ui holds parts that take props: no data, no state, no contract.',
      { path: '^renderer/ui/', pathNot: TEST },
      { path: ['^renderer/(?!ui/)', '^shared/(?!text/)'], pathNot: '^renderer/(i18n|charts|styles)/' },
    ),
    rule(
      'features-are-islands',
      'A feature never imports another feature.',
      { path: '^renderer/features/([^/]+)/' },
      { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
    ),
    rule(
      'parts-do-not-know-features',
      'What features share does not know them; only renderer/app puts them together.',
      { path: '^renderer/(ui|data|state|trace|editor|charts|host|i18n)/' },
      { path: '^renderer/(features|app)/' },
    ),
    rule(
      'e2e-knows-only-the-outside',
      'End-to-end tests drive the product from outside.',
      { path: '^e2e/' },
      { path: ['^main/(?!tooling/)', '^renderer/'] },
    ),
    rule(
      'nothing-imports-tests',
      'Product code never imports a test or a test helper.',
      { pathNot: [TEST, '^e2e/', '^main/tooling/'] },
      { path: ['\\.test\\.tsx?$', '^e2e/', '/testing/'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|release|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.lint.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'browser', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css'],
    },
  },
};
