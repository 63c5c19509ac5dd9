/** What the designer says. Its words come with its code, because few people open it. */
import { filledIn, type Text, textIn } from '../../../../contract/domain/text';
import { useFormat } from '../../crud/useFormat';

const words = {
  canvas: ['流程画布', 'Process canvas'],
  panel: ['属性', 'Properties'],
  undo: ['撤销', 'Undo'],
  redo: ['重做', 'Redo'],
  zoomIn: ['放大', 'Zoom in'],
  zoomOut: ['缩小', 'Zoom out'],
  fit: ['适应窗口', 'Fit to window'],
  find: ['查找元素', 'Find element'],
  remove: ['删除所选', 'Delete selected'],
  nothingSelected: ['请先选择元素', 'Select an element first'],
  nothingToUndo: ['没有可撤销的操作', 'Nothing to undo'],
  nothingToRedo: ['没有可重做的操作', 'Nothing to redo'],
  add: ['添加元素', 'Add element'],
  undrawn: [
    '文件中有 {count} 个节点或连线没有图形，此处不显示，但会保存和部署',
    'Steps and flows of the file that are not drawn here but are saved and deployed: {count}',
  ],
  empty: ['从左侧工具栏拖入“开始事件”，或使用“添加元素”', 'Drag a start event from the palette, or use “Add element”'],
  element: ['元素', 'Element'],
  process: ['流程', 'Process'],
  connectTo: ['连接到', 'Connect to'],
  choose: ['请选择', 'Choose'],
  name: ['名称', 'Name'],
  processName: ['流程名称', 'Process name'],
  nameIn: ['名称（{language}）', 'Name in {language}'],
  id: ['标识', 'ID'],
  processId: ['流程标识', 'Process key'],
  badId: [
    '以字母或下划线开头，只能含字母、数字、下划线、点和连字符',
    'Begin with a letter or underscore; use letters, digits, underscores, dots and hyphens only',
  ],
  badVariable: [
    '以字母或下划线开头，只能含字母、数字和下划线',
    'Begin with a letter or underscore; use letters, digits and underscores only',
  ],
  takenId: ['该标识已被其他元素使用', 'Another element has this ID'],
  documentation: ['说明', 'Description'],
  people: ['办理人', 'People'],
  assignee: ['由谁办理', 'Assigned to'],
  byClaim: ['多人候选，一人签收办理', 'A candidate who claims it'],
  applicant: ['发起人', 'The person who starts the process'],
  chosen: ['发起时指定的审批人', 'The approver chosen at the start'],
  ofField: ['表单中的“{name}”', '“{name}” of the form'],
  person: ['指定人员', 'A certain person'],
  expression: ['表达式', 'An expression'],
  assigneeExpression: ['办理人表达式', 'Expression for the assignee'],
  candidateUsers: ['候选人员', 'Candidate people'],
  candidateGroups: ['候选角色', 'Candidate roles'],
  candidatePosts: ['候选岗位', 'Candidate positions'],
  separation: ['职责分离', 'Separation of duties'],
  otherPerson: ['不得由办理过其他步骤的人办理', 'For a person who has decided on no other step'],
  otherPersonHelp: [
    '同一人不能在本流程中先后办理多个步骤；候选人数应不少于步骤数',
    'One person can’t take several steps of this process. Offer it to as many people as there are steps.',
  ],
  addRole: ['添加角色', 'Add a role'],
  addPost: ['添加岗位', 'Add a position'],
  removeOne: ['移除 {name}', 'Remove {name}'],
  due: ['办理期限', 'Due'],
  noDue: ['不限', 'No limit'],
  minute: ['分钟', 'minutes'],
  hour: ['小时', 'hours'],
  day: ['天', 'days'],
  other: ['其他', 'other'],
  count: ['时长', 'Length'],
  unit: ['单位', 'Unit'],
  isoText: ['ISO 8601 时长、时间或表达式', 'ISO 8601 duration or time, or an expression'],
  repetition: ['多人会签', 'Several people'],
  once: ['单人办理', 'One person'],
  parallel: ['同时会签', 'All at once'],
  sequential: ['依次会签', 'One after another'],
  collection: ['会签人员', 'Who is asked'],
  byName: ['指定人员', 'Certain people'],
  byVariable: ['变量中的人员', 'People in a variable'],
  agreement: ['通过条件', 'Passes when'],
  all: ['全部同意', 'All agree'],
  any: ['任一人同意', 'One agrees'],
  share: ['达到比例', 'A share agrees'],
  percent: ['同意比例', 'Share that must agree'],
  form: ['表单字段', 'Form fields'],
  startForm: ['发起表单', 'Start form'],
  addField: ['添加字段', 'Add field'],
  fieldOf: ['字段 {count}', 'Field {count}'],
  fieldId: ['变量名', 'Variable'],
  fieldName: ['显示名称', 'Label'],
  fieldType: ['类型', 'Type'],
  string: ['文本', 'Text'],
  long: ['整数', 'Whole number'],
  double: ['小数', 'Decimal number'],
  boolean: ['是/否', 'Yes or no'],
  date: ['日期', 'Date'],
  enum: ['选项', 'Choice'],
  user: ['人员', 'Person'],
  required: ['必填', 'Required'],
  fixed: ['只读', 'Read only'],
  values: ['选项', 'Choices'],
  fieldNameIn: ['显示名称（{language}）', 'Label in {language}'],
  valuesIn: ['选项（{language}）', 'Choices in {language}'],
  valuesHelp: ['每行一个：值=名称', 'One a line: value=label'],
  moveUp: ['上移', 'Move up'],
  removeField: ['删除字段', 'Delete field'],
  action: ['调用的操作', 'Action'],
  addParam: ['添加参数', 'Add parameter'],
  paramName: ['参数 {count} 名称', 'Name of parameter {count}'],
  paramValue: ['参数 {count} 值', 'Value of parameter {count}'],
  value: ['值', 'Value'],
  timer: ['定时', 'Timer'],
  timeDuration: ['等待时长', 'After a while'],
  timeDate: ['到达时间', 'At a time'],
  timeCycle: ['周期', 'Again and again'],
  interrupting: ['到时中断任务', 'Ends the task when it fires'],
  condition: ['条件', 'Condition'],
  conditionHelp: ['可用变量：{names}', 'Variables: {names}'],
  conditionHint: ['例如 {sample}', 'For example {sample}'],
  isDefault: ['默认流：其他条件都不满足时走此流', 'Default: taken when no other condition is met'],
  defaultFlow: ['默认流', 'Default flow'],
  noDefault: ['无', 'None'],
  several: ['已选择 {count} 个元素', '{count} elements selected'],
  none: ['没有匹配的结果', 'Nothing found'],
  foundCount: ['{count} 个结果', '{count} results'],
  clear: ['清除', 'Clear'],
} as const satisfies Readonly<Record<string, Text>>;
export type DesignerWord = keyof typeof words;
export type Say = (word: DesignerWord, values?: Readonly<Record<string, unknown>>) => string;

export function useSay(): Say {
  const { language } = useFormat();
  return (word, values) => filledIn(textIn(words[word], language), values ?? {});
}

const types: Readonly<Record<string, Text>> = {
  'bpmn:Process': ['流程', 'Process'],
  'bpmn:Collaboration': ['协作', 'Collaboration'],
  'bpmn:StartEvent': ['开始事件', 'Start event'],
  'bpmn:EndEvent': ['结束事件', 'End event'],
  'bpmn:IntermediateCatchEvent': ['中间事件', 'Intermediate event'],
  'bpmn:BoundaryEvent': ['边界事件', 'Boundary event'],
  'bpmn:UserTask': ['用户任务', 'User task'],
  'bpmn:Task': ['任务', 'Task'],
  'bpmn:ManualTask': ['人工任务', 'Manual task'],
  'bpmn:IntermediateThrowEvent': ['中间事件', 'Intermediate event'],
  'bpmn:ServiceTask': ['服务任务', 'Service task'],
  'bpmn:ScriptTask': ['脚本任务', 'Script task'],
  'bpmn:ExclusiveGateway': ['排他网关', 'Exclusive gateway'],
  'bpmn:ParallelGateway': ['并行网关', 'Parallel gateway'],
  'bpmn:InclusiveGateway': ['包容网关', 'Inclusive gateway'],
  'bpmn:SubProcess': ['子流程', 'Sub-process'],
  'bpmn:SequenceFlow': ['顺序流', 'Sequence flow'],
  'bpmn:TextAnnotation': ['文本注释', 'Text annotation'],
  'bpmn:Association': ['关联线', 'Association'],
  'bpmn:Group': ['分组', 'Group'],
};
/**
 * Names the type of an element, `bpmn:UserTask` or as in files `bpmn:userTask`; a type without a name of ours as BPMN
 * calls it.
 */
export function useTypeName(): (type: string) => string {
  const { language } = useFormat();
  return (type) => {
    const name = type.replace(/^bpmn:/, '');
    return textIn(types[`bpmn:${name.charAt(0).toUpperCase()}${name.slice(1)}`], language) ?? name;
  };
}

/** Names of the words of a file, as a comparison lists them; several may have one name. */
const wordsOfFiles: Readonly<Record<string, Text>> = {
  name: ['名称', 'Name'],
  text: ['文本', 'Text'],
  documentation: ['说明', 'Description'],
  type: ['类型', 'Type'],
  assignee: ['办理人', 'Assignee'],
  candidateUsers: ['候选人员', 'Candidate people'],
  candidateGroups: ['候选角色', 'Candidate roles'],
  candidatePosts: ['候选岗位', 'Candidate positions'],
  dueDate: ['办理期限', 'Due'],
  otherPerson: ['职责分离', 'Separation of duties'],
  extensionElements: ['表单或参数', 'Form or parameters'],
  conditionExpression: ['条件', 'Condition'],
  default: ['默认流', 'Default flow'],
  eventDefinitions: ['事件定义', 'Event definition'],
  loopCharacteristics: ['多人会签', 'Several people'],
  cancelActivity: ['到时中断任务', 'Ends the task'],
  sourceRef: ['起点', 'From'],
  targetRef: ['终点', 'To'],
  action: ['调用的操作', 'Action'],
};
export function useWordName(): (word: string) => string {
  const { language } = useFormat();
  return (word) => textIn(wordsOfFiles[word.replace(/^\w+:/, '')], language) ?? word;
}
