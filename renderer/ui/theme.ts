import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  CloseButton,
  createTheme,
  Input,
  Loader,
  Menu,
  Modal,
  Notification,
  NumberInput,
  Popover,
  Progress,
  Radio,
  rem,
  SegmentedControl,
  Select,
  Slider,
  Switch,
  Tabs,
  Textarea,
  TextInput,
  Tooltip,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import classes from './theme.module.css';

const petrol: MantineColorsTuple = [
  'var(--petrol-0)',
  'var(--petrol-1)',
  'var(--petrol-2)',
  'var(--petrol-3)',
  'var(--petrol-4)',
  'var(--petrol-5)',
  'var(--petrol-6)',
  'var(--petrol-7)',
  'var(--petrol-8)',
  'var(--petrol-9)',
];

/**
 * Control heights are 24 in rows (`xs`), 28 by default (`sm`) and 32 in dialogs (`md`).
 *
 * @param closeLabel accessible name of every cross that closes a dialog or a message
 */
export function createAppTheme(closeLabel: string): MantineThemeOverride {
  return createTheme({
    scale: 1,
    primaryColor: 'petrol',
    primaryShade: 7,
    colors: { petrol },
    fontFamily: 'var(--font-ui)',
    fontFamilyMonospace: 'var(--font-mono)',
    headings: { fontFamily: 'var(--font-ui)', fontWeight: '600' },
    defaultRadius: 6,
    cursorType: 'default',
    respectReducedMotion: true,
    focusRing: 'auto',
    fontSizes: { xs: rem(11), sm: rem(12), md: rem(13), lg: rem(14), xl: rem(16) },
    lineHeights: { xs: '16px', sm: '16px', md: '20px', lg: '20px', xl: '24px' },
    spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
    radius: { xs: rem(3), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(12) },
    shadows: { xs: 'var(--sh-1)', sm: 'var(--sh-1)', md: 'var(--sh-2)', lg: 'var(--sh-3)', xl: 'var(--sh-3)' },
    components: {
      Button: Button.extend({
        defaultProps: { size: 'sm', variant: 'default' },
        classNames: { root: classes.button, section: classes.buttonSection },
      }),
      ActionIcon: ActionIcon.extend({
        defaultProps: { variant: 'subtle', size: 28 },
        classNames: { root: classes.actionIcon },
      }),
      CloseButton: CloseButton.extend({ defaultProps: { size: 24, iconSize: 14, ...ariaLabel(closeLabel) } }),
      Input: Input.extend({
        defaultProps: { size: 'sm' },
        classNames: { input: classes.input, wrapper: classes.inputWrapper },
      }),
      InputWrapper: Input.Wrapper.extend({
        defaultProps: { size: 'sm' },
        classNames: { label: classes.inputLabel, description: classes.inputDescription, error: classes.inputError },
      }),
      TextInput: TextInput.extend({ defaultProps: { size: 'sm' } }),
      Textarea: Textarea.extend({ defaultProps: { size: 'sm' } }),
      NumberInput: NumberInput.extend({ defaultProps: { size: 'sm' } }),
      Select: Select.extend({ defaultProps: { size: 'sm', allowDeselect: false, checkIconPosition: 'right' } }),
      Checkbox: Checkbox.extend({
        defaultProps: { size: 'sm' },
        classNames: { input: classes.checkbox, label: classes.checkboxLabel },
      }),
      Radio: Radio.extend({ defaultProps: { size: 'sm' }, classNames: { radio: classes.radio } }),
      Switch: Switch.extend({
        defaultProps: { size: 'sm', withThumbIndicator: false },
        classNames: { track: classes.switchTrack },
      }),
      Slider: Slider.extend({
        defaultProps: { size: 4, thumbSize: 16, color: 'var(--accent-solid)' },
        classNames: { track: classes.sliderTrack, thumb: classes.sliderThumb },
      }),
      SegmentedControl: SegmentedControl.extend({
        defaultProps: { size: 'sm', transitionDuration: 0, withItemsBorders: false },
        classNames: { root: classes.segmented, label: classes.segmentedLabel, indicator: classes.segmentedIndicator },
      }),
      Tabs: Tabs.extend({ classNames: { list: classes.tabsList, tab: classes.tab } }),
      Badge: Badge.extend({
        defaultProps: { variant: 'light', radius: 'sm' },
        classNames: { root: classes.badge },
      }),
      Progress: Progress.extend({
        defaultProps: { size: 4, color: 'var(--accent-solid)' },
        classNames: { root: classes.progress },
      }),
      Loader: Loader.extend({ defaultProps: { size: 16, color: 'var(--accent-solid)' } }),
      Menu: Menu.extend({
        defaultProps: {
          shadow: 'md',
          radius: 'lg',
          position: 'bottom-start',
          offset: 4,
          withInitialFocusPlaceholder: false,
          transitionProps: { duration: 0 },
        },
        classNames: {
          dropdown: classes.dropdown,
          item: classes.menuItem,
          label: classes.menuLabel,
          divider: classes.menuDivider,
        },
      }),
      Popover: Popover.extend({
        defaultProps: { shadow: 'lg', radius: 'lg', transitionProps: { duration: 0 } },
        classNames: { dropdown: classes.dropdown },
      }),
      Modal: Modal.extend({
        defaultProps: {
          radius: 'xl',
          shadow: 'lg',
          centered: true,
          overlayProps: { color: 'var(--bg-scrim)', backgroundOpacity: 1 },
          transitionProps: { duration: 0 },
        },
        classNames: {
          content: classes.modal,
          header: classes.modalHeader,
          title: classes.modalTitle,
          body: classes.modalBody,
          overlay: classes.modalOverlay,
        },
      }),
      // The header of a dialog is no banner of the page.
      ModalHeader: { defaultProps: { component: 'div' } },
      Notification: Notification.extend({
        classNames: {
          root: classes.notification,
          icon: classes.notificationIcon,
          title: classes.notificationTitle,
          description: classes.notificationText,
        },
      }),
      Tooltip: Tooltip.extend({
        defaultProps: { openDelay: 300, transitionProps: { duration: 0 } },
        classNames: { tooltip: classes.tooltip },
      }),
    },
  });
}

/** Mantine passes it on, though its type of default props leaves attributes out. */
function ariaLabel(label: string): object {
  return { 'aria-label': label };
}

const VARIABLES: Readonly<Record<string, string>> = {
  '--mantine-color-body': 'var(--bg-surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-default': 'var(--bg-surface)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-default-hover': 'var(--bg-hover)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--err)',
  '--mantine-color-disabled': 'var(--bg-sunken)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--btn-fill)',
  '--mantine-primary-color-filled-hover': 'var(--btn-fill-hover)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent)',
  '--mantine-primary-color-contrast': 'var(--text-on-accent)',
  '--mantine-color-petrol-filled': 'var(--btn-fill)',
  '--mantine-color-petrol-filled-hover': 'var(--btn-fill-hover)',
  '--mantine-color-petrol-light': 'var(--accent-soft)',
  '--mantine-color-petrol-light-hover': 'var(--accent-soft)',
  '--mantine-color-petrol-light-color': 'var(--accent)',
  '--mantine-color-petrol-outline': 'var(--accent)',
  '--mantine-color-petrol-text': 'var(--accent)',
};

/** Points Mantine's variables at the design tokens, so both schemes follow from tokens.css alone. */
export function cssVariablesResolver(): ReturnType<CSSVariablesResolver> {
  // Mantine sets most of these per scheme, which wins over what holds for both.
  return { variables: {}, light: { ...VARIABLES }, dark: { ...VARIABLES } };
}
