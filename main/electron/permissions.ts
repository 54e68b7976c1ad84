import type { Session } from 'electron';

/** Whether the page may ask for this address. Only the app itself: that no trace can reach the network is then a fact. */
export function allowsRequest(address: string, resourceType: string): boolean {
  const scheme = URL.parse(address)?.protocol;
  if (scheme === 'app:' || scheme === 'blob:' || scheme === 'devtools:') return true;
  return scheme === 'data:' && resourceType === 'image';
}

/** Copying text is the one permission the page has. */
export function allowsPermission(permission: string): boolean {
  return permission === 'clipboard-sanitized-write';
}

/** Denies a session everything but the app's own files. */
export function lockDown(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide) => decide(allowsPermission(permission)));
  session.setPermissionCheckHandler((_contents, permission) => allowsPermission(permission));
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest((details, decide) =>
    decide({ cancel: !allowsRequest(details.url, details.resourceType) }),
  );
}
