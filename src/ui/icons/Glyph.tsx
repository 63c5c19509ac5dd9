import { type LoginIcon, loginIcons } from './loginIcons';

/** An icon of the pages that load without the icons of the console. */
export function Glyph({ name, size = 20 }: { name: LoginIcon; size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={loginIcons[name]} />
    </svg>
  );
}

/** The product's mark: a chart on a page, in the brand's colour. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="6" fill="var(--colorBrandBackground)" />
      <path
        d="M7 6.5v11h10M11 13l2.6-2.6 1.8 1.8L18.5 9"
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
