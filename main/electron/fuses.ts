import { FuseV1Options, FuseVersion, type FuseConfig } from '@electron/fuses';

/** Switches burnt into the shipped binary. Every fuse is named, so a new Electron with a new one fails the build until decided. */
export const FUSES = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // The binary is no Node: Python graders run in a Node of their own.
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseConfig;
