// electron-builder's hook after the app is put together and before it is signed.
import path from 'node:path';
import { flipFuses } from '@electron/fuses';
import { FUSES } from './fuses.ts';

type PackContext = {
  readonly appOutDir: string;
  readonly electronPlatformName: string;
  readonly packager: { readonly appInfo: { readonly productFilename: string }; readonly executableName?: string };
};

/** Where a platform's packed binary is. */
export function packedBinary({ appOutDir, electronPlatformName, packager }: PackContext): string {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'darwin' || electronPlatformName === 'mas')
    return path.join(appOutDir, `${productFilename}.app`);
  if (electronPlatformName === 'win32') return path.join(appOutDir, `${productFilename}.exe`);
  return path.join(appOutDir, packager.executableName ?? productFilename);
}

export async function afterPack(context: PackContext): Promise<void> {
  await flipFuses(packedBinary(context), {
    ...FUSES,
    // Flipping changes the binary, so an ad-hoc signature on Apple hardware has to be renewed.
    resetAdHocDarwinSignature: context.electronPlatformName === 'darwin',
  });
}
