import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

type UnmaskDialogProps = {
  readonly isOpen: boolean;
  /** Tokens that would show their originals again. */
  readonly count: number;
  readonly onUnmask: () => void;
  readonly onClose: () => void;
};

export function UnmaskDialog({ isOpen, count, onUnmask, onClose }: UnmaskDialogProps) {
  const { t } = useTranslation('privacy');
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDanger={false}
      title={t('unmask.title', { count })}
      text={t('unmask.text')}
      action={t('unmask.action', { count })}
      onConfirm={onUnmask}
      onClose={onClose}
    />
  );
}
