import { Glyph, Mark } from '../../ui/icons/Glyph';

const paper = 'var(--colorNeutralBackground1)';
const soft = 'var(--colorBrandStroke2)';
const ink = 'var(--colorBrandForeground1)';
const good = 'var(--colorStatusSuccessForeground1)';

/** A signed contract with payments growing from it. */
function Drawing() {
  return (
    <svg
      className="login-drawing"
      viewBox="0 0 600 330"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <rect x="40" y="34" width="300" height="262" rx="12" fill={paper} />
      <rect x="300" y="96" width="260" height="172" rx="12" fill={paper} stroke={soft} />
      <path
        d="M74 68h96M72 102h192M72 122h168M72 142h188M72 162h112M329 125h76"
        stroke="var(--colorNeutralBackground5)"
        strokeWidth="8"
      />
      <g stroke={soft} strokeWidth="20" strokeLinecap="butt">
        <path d="M340 244v-28M370 244v-40M400 244v-34M430 244v-54M460 244v-62M490 244v-80" />
        <path d="M520 244v-98" stroke="var(--colorCompoundBrandStroke)" />
      </g>
      <path
        d="M70 246c18-34 26-34 30-12s10 22 20-2 16-18 18-2 14 12 22-4 18-8 22 4 18 4 34-6"
        stroke={ink}
        strokeWidth="3"
      />
      <circle cx="276" cy="232" r="26" fill="var(--colorStatusSuccessBackground1)" stroke={good} />
      <path d="M264 232l8 8 16-17" stroke={good} strokeWidth="3" />
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
        <Mark size={32} />
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
