import { type LoginIcon, loginIcons } from '../../ui/icons/loginIcons';

/** An icon of the sign-in page, drawn without the icons of the console. */
export function Glyph({ name }: { name: LoginIcon }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={loginIcons[name]} />
    </svg>
  );
}
