import { Glyph } from './Glyph';

/** A signed contract with payments growing from it. */
function Drawing() {
  return (
    <svg className="login-drawing" viewBox="0 0 600 330" aria-hidden="true" focusable="false">
      <path
        className="drawn-paper"
        d="M52 34h276a12 12 0 0 1 12 12v238a12 12 0 0 1-12 12H52a12 12 0 0 1-12-12V46a12 12 0 0 1 12-12z"
      />
      <rect x="300" y="96" width="260" height="172" rx="12" className="drawn-paper drawn-edge" />
      <path className="drawn-text" d="M74 68h96M72 102h192M72 122h168M72 142h188M72 162h112M329 125h76" />
      <path className="drawn-bars" d="M340 244v-28M370 244v-40M400 244v-34M430 244v-54M460 244v-62M490 244v-80" />
      <path className="drawn-bars drawn-last" d="M520 244v-98" />
      <path className="drawn-ink" d="M70 246c18-34 26-34 30-12s10 22 20-2 16-18 18-2 14 12 22-4 18-8 22 4 18 4 34-6" />
      <circle className="drawn-seal" cx="276" cy="232" r="26" />
      <path className="drawn-tick" d="M264 232l8 8 16-17" />
    </svg>
  );
}

interface LoginBrandProps {
  words: {
    product: string;
    slogan: string;
    sloganText: string;
    /** Three promises: encrypted passwords, traceable actions, sessions that expire. */
    points: readonly [string, string, string];
  };
}

/** The side of the sign-in page that introduces the product. */
export function LoginBrand({ words }: LoginBrandProps) {
  return (
    <header className="login-brand">
      <div className="login-product">
        <svg className="mark" width="32" height="32" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <rect width="24" height="24" rx="6" />
          <path d="M7 6.5v11h10M11 13l2.6-2.6 1.8 1.8L18.5 9" />
        </svg>
        {words.product}
      </div>
      <Drawing />
      <p className="login-slogan">{words.slogan}</p>
      <p>{words.sloganText}</p>
      <ul>
        {(['shield-checkmark', 'history', 'person-lock'] as const).map((glyph, index) => (
          <li key={glyph}>
            <Glyph name={glyph} />
            {words.points[index]}
          </li>
        ))}
      </ul>
    </header>
  );
}
