/**
 * Conditions of diagrams: comparisons of variables, numbers and texts. The spelling is that of the family's engines,
 * `${days > 3 && pass == true}`, but nothing is looked up beyond the variables, nothing is called, and nothing is
 * evaluated by the language underneath.
 */

type Operator = '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%';
export type Expression =
  | { kind: 'value'; value: string | boolean | null }
  | { kind: 'path'; names: readonly string[] }
  | { kind: 'not' | 'minus' | 'empty'; of: Expression }
  | { kind: 'two'; operator: Operator; left: Expression; right: Expression };

/** The text is no expression of this grammar; `at` is the part that is not understood. */
export class NotAnExpression extends Error {
  override name = 'NotAnExpression';
  constructor(readonly at: string) {
    super(`not an expression: ${at.slice(0, 60)}`);
  }
}

const longest = 2_000;
const deepest = 60;
const words: ReadonlyMap<string, Operator> = new Map([
  ['or', '||'],
  ['and', '&&'],
  ['eq', '=='],
  ['ne', '!='],
  ['lt', '<'],
  ['le', '<='],
  ['gt', '>'],
  ['ge', '>='],
]);
const levels: readonly (readonly Operator[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];
const token =
  /\s*(?:(\d+(?:\.\d+)?)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([\p{L}_$][\p{L}\p{N}_$]*)|(\|\||&&|===|!==|==|!=|<=|>=|[<>+\-*/%!().]))/uy;

interface Token {
  kind: 'number' | 'text' | 'name' | 'sign';
  text: string;
}

function tokensOf(source: string): Token[] {
  const found: Token[] = [];
  token.lastIndex = 0;
  let at = 0;
  while (at < source.length && source.slice(at).trim() !== '') {
    token.lastIndex = at;
    const match = token.exec(source);
    if (!match) throw new NotAnExpression(source.slice(at));
    at = token.lastIndex;
    const [, number, single, double, name, sign] = match;
    if (number !== undefined) found.push({ kind: 'number', text: number });
    else if (name !== undefined) found.push({ kind: 'name', text: name });
    else if (sign !== undefined) found.push({ kind: 'sign', text: sign.replace(/^(==|!=)=$/, '$1') });
    else found.push({ kind: 'text', text: (single ?? double ?? '').replace(/\\(.)/g, '$1') });
  }
  return found;
}

/** Reads an expression, with or without `${…}` around it. Throws `NotAnExpression`. */
export function parseExpression(text: string): Expression {
  const source = text.trim().replace(/^[$#]\{([\s\S]*)\}$/, '$1');
  if (source.length > longest) throw new NotAnExpression(source);
  const tokens = tokensOf(source);
  let at = 0;
  let depth = 0;
  const rest = () =>
    tokens
      .slice(at)
      .map((one) => one.text)
      .join(' ') || source;
  const sign = (text: string) => {
    const next = tokens[at];
    const isIt = next?.kind === 'sign' && next.text === text;
    if (isIt) at++;
    return isIt;
  };
  const operator = (of: readonly Operator[]): Operator | undefined => {
    const next = tokens[at];
    const found =
      next?.kind === 'sign' ? (next.text as Operator) : next?.kind === 'name' ? words.get(next.text) : undefined;
    if (found === undefined || !of.includes(found)) return undefined;
    at++;
    return found;
  };
  const level = (of: number): Expression => {
    const operators = levels[of];
    if (!operators) return one();
    let left = level(of + 1);
    for (let found = operator(operators); found; found = operator(operators))
      left = { kind: 'two', operator: found, left, right: level(of + 1) };
    return left;
  };
  const path = (first: string): Expression => {
    const names = [first];
    while (sign('.')) {
      const next = tokens[at++];
      if (next?.kind !== 'name') throw new NotAnExpression(rest());
      names.push(next.text);
    }
    return { kind: 'path', names };
  };
  const deeper = (work: () => Expression): Expression => {
    if (++depth > deepest) throw new NotAnExpression(rest());
    const found = work();
    depth--;
    return found;
  };
  const one = (): Expression =>
    deeper(() => {
      if (sign('!')) return { kind: 'not', of: one() };
      if (sign('-')) return { kind: 'minus', of: one() };
      if (sign('(')) {
        const inner = level(0);
        if (!sign(')')) throw new NotAnExpression(rest());
        return inner;
      }
      const next = tokens[at++];
      // As it is written: amounts of money are compared exactly.
      if (next?.kind === 'number') return { kind: 'value', value: next.text };
      if (next?.kind === 'text') return { kind: 'value', value: next.text };
      if (next?.kind !== 'name' || words.has(next.text)) throw new NotAnExpression(next?.text ?? source);
      if (next.text === 'not' || next.text === 'empty')
        return { kind: next.text === 'not' ? 'not' : 'empty', of: one() };
      if (next.text === 'true' || next.text === 'false') return { kind: 'value', value: next.text === 'true' };
      return next.text === 'null' ? { kind: 'value', value: null } : path(next.text);
    });
  const found = level(0);
  if (at < tokens.length) throw new NotAnExpression(rest());
  return found;
}

/** Whether the text is one expression, and nothing beside it. */
export function isExpression(text: string): boolean {
  return /^\s*[$#]\{[^{}]*\}\s*$/.test(text);
}

/** Names that an expression reads. */
export function namesIn(expression: Expression): string[] {
  switch (expression.kind) {
    case 'value':
      return [];
    case 'path':
      return [expression.names[0]!];
    case 'two':
      return [...namesIn(expression.left), ...namesIn(expression.right)];
    default:
      return namesIn(expression.of);
  }
}

function isTrue(value: unknown): boolean {
  return typeof value === 'string' ? !['', '0', 'false'].includes(value) : Boolean(value);
}

const numeral = /^-?\d{1,30}(?:\.\d{1,20})?$/;
/** A number as a whole number of 10⁻²⁰, so that amounts of money are compared exactly. */
function exact(value: unknown): bigint | undefined {
  const text = typeof value === 'number' ? plain(value) : typeof value === 'string' ? value.trim() : '';
  if (!numeral.test(text)) return undefined;
  const [whole = '', part = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + part.padEnd(20, '0'));
  return text.startsWith('-') ? -size : size;
}
function plain(value: number): string {
  return Number.isFinite(value) && !String(value).includes('e') ? String(value) : '';
}

function isSame(left: unknown, right: unknown): boolean {
  if (typeof left === 'boolean' || typeof right === 'boolean') return isTrue(left) === isTrue(right);
  if (left === null || left === undefined || right === null || right === undefined)
    return (left ?? null) === (right ?? null);
  const [one, other] = [exact(left), exact(right)];
  return one !== undefined && other !== undefined ? one === other : String(left) === String(right);
}

/** Below 0, 0 or above 0; undefined where the two have no order. */
function compared(left: unknown, right: unknown): number | undefined {
  const [one, other] = [exact(left), exact(right)];
  if (one !== undefined && other !== undefined) return one < other ? -1 : one > other ? 1 : 0;
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && numeral.test(value.trim()))
    ? Number(value)
    : Number.NaN;
}

function calculated(operator: '+' | '-' | '*' | '/' | '%', left: number, right: number): number | null {
  const result = {
    '+': () => left + right,
    '-': () => left - right,
    '*': () => left * right,
    '/': () => left / right,
    '%': () => left % right,
  }[operator]();
  return Number.isFinite(result) ? result : null;
}

/** A variable by its path: own members of plain objects alone. */
function lookedUp(names: readonly string[], variables: object): unknown {
  let value: unknown = variables;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return value ?? null;
}

/** The value of an expression. What is not there is null; it never throws. */
export function evaluate(expression: Expression, variables: object): unknown {
  switch (expression.kind) {
    case 'value':
      return expression.value;
    case 'path':
      return lookedUp(expression.names, variables);
    case 'not':
      return !isTrue(evaluate(expression.of, variables));
    case 'empty': {
      const value = evaluate(expression.of, variables);
      return value === null || value === '' || (Array.isArray(value) && value.length === 0);
    }
    case 'minus': {
      const value = numberOf(evaluate(expression.of, variables));
      return Number.isFinite(value) ? -value : null;
    }
    default:
      break;
  }
  const { operator, left: before, right: after } = expression;
  const left = evaluate(before, variables);
  if (operator === '||') return isTrue(left) || isTrue(evaluate(after, variables));
  if (operator === '&&') return isTrue(left) && isTrue(evaluate(after, variables));
  const right = evaluate(after, variables);
  switch (operator) {
    case '==':
      return isSame(left, right);
    case '!=':
      return !isSame(left, right);
    case '<':
      return (compared(left, right) ?? 1) < 0;
    case '<=':
      return (compared(left, right) ?? 1) <= 0;
    case '>':
      return (compared(left, right) ?? -1) > 0;
    case '>=':
      return (compared(left, right) ?? -1) >= 0;
    default:
      return calculated(operator, numberOf(left), numberOf(right));
  }
}

/** Whether a condition is met. */
export function holds(expression: Expression, variables: object): boolean {
  return isTrue(evaluate(expression, variables));
}

const parsed = new Map<string, Expression>();
/** The value of a text of a diagram: that of an expression, or the text itself. It was checked when it was deployed. */
export function valueOfText(text: string, variables: object): unknown {
  if (!isExpression(text)) return text;
  let expression = parsed.get(text);
  if (!expression) {
    expression = parseExpression(text);
    if (parsed.size > 5_000) parsed.clear();
    parsed.set(text, expression);
  }
  return evaluate(expression, variables);
}
