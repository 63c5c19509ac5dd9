/** Names that a module of generated source can have. */
import { fileNameOf } from './module';
import type { Problems } from './validate';

/** Folders of the product that hold no area. */
const notAreas = new Set([
  ...['crud', 'engine', 'kernel', 'platform', 'http', 'auth', 'messages', 'seed', 'migrations'],
  ...['domain', 'schema', 'modules', 'wire'],
]);

/** Names that the files around a module use themselves, and words of the language. */
const takenNames = new Set(
  `abstract arguments as async await boolean break case catch class const constructor continue debugger declare default
  delete do else enum eval export extends false finally for from function get if implements import in instanceof
  interface is keyof let module namespace never new null number object of package private protected public readonly
  record require return set static string super switch symbol this throw true try type typeof undefined unique unknown
  var void while with yield any
  choice date dateTime dict flag html identity integer longText moment money rate ref refs secret text
  defineModule defineServerModule defineFeature feature recordOf ok startServer server me draft id save found
  describe it expect beforeAll afterAll modules allModules moduleNamed fileOf label actionLabel referencesOf ruleFields
  scopedModules notedModules ownerFields pointersTo historyLabel byName index exports own help areas
  welcome sign refusal payments why editor choices notes dictHorizontal dictVertical oneTimePasswords`.split(/\s+/),
);

const patterns = {
  moduleName: /^[a-z][a-z\d]*(?:_[a-z][a-z\d]*)*$/,
  serviceName: /^[a-z][A-Za-z\d]*(?:-[A-Za-z\d]+)*$/,
  area: /^[a-z]{2,16}$/,
  menuUnder: /^[a-z][A-Za-z\d_]*$/,
  icon: /^[a-z][a-z\d]*(?:-[a-z\d]+)*$/,
} as const;

/** Problems of the names of a generated module; empty ones are told by their fields. */
export function judgeNames(draft: Record<string, unknown>): Problems {
  const problems: Problems = {};
  for (const [name, pattern] of Object.entries(patterns)) {
    const value = draft[name];
    if (typeof value === 'string' && value !== '' && !pattern.test(value)) problems[name] = 'badFormat';
  }
  const { moduleName, area } = draft;
  if (typeof moduleName === 'string' && takenNames.has(fileNameOf(moduleName))) problems.moduleName = 'taken';
  if (typeof area === 'string' && notAreas.has(area)) problems.area = 'taken';
  return problems;
}
