/** Why a diagram cannot run, element by element. */
import { filledIn, type Language, label, textIn } from '../../../contract/domain/text';
import type { DeployFault } from '../../../contract/wire/flow';

const texts = {
  notXml: label('不是有效的 XML 文件', 'It is not well-formed XML'),
  notBpmn: label('不是 BPMN 2.0 文件', 'It is not a BPMN 2.0 file'),
  hasDocumentType: label('文件含有 DOCTYPE 声明，不能使用', 'It has a DOCTYPE, which is not allowed'),
  tooLarge: label('文件过大', 'The file is too large'),
  tooDeep: label('元素嵌套过深', 'Its elements are nested too deeply'),
  tooMany: label('元素过多，最多 500 个步骤', 'It has too many elements; there can be 500'),
  noProcess: label('没有可执行的流程', 'There is no executable process'),
  twoProcesses: label('只能有一个可执行的流程', 'There can be only one executable process'),
  badKey: label(
    '流程标识只能由字母、数字、下划线、连字符和点组成，最多 64 个字符，且不能以数字开头',
    'The key can have letters, digits, underscores, hyphens and dots, up to 64 characters, and can’t begin with a digit',
  ),
  noId: label('缺少标识', 'It has no ID'),
  sameId: label('标识与其他元素重复', 'Another element has the same ID'),
  longId: label('标识过长', 'The ID is too long'),
  longName: label('名称过长', 'The name is too long'),
  nameExpression: label('名称中不能使用表达式', 'A name can’t hold an expression'),
  cannotRun: label('此类型的元素不能运行', 'Elements of this type can’t be run'),
  cannotRunEvent: label(
    '不支持此类事件，只支持定时事件和终止结束事件',
    'Only timer events and terminate end events can be run',
  ),
  startTimer: label('开始事件不能定时', 'A start event can’t be timed'),
  timerHere: label('此类事件不能定时', 'Events of this type can’t be timed'),
  foreignAttribute: label(
    '属性“{at}”会改变办理人或流程走向，不能运行',
    'The attribute “{at}” changes who handles it or how it runs, and can’t be run',
  ),
  foreignElement: label(
    '元素“{at}”会改变流程的运行方式，不能运行',
    'The element “{at}” changes how it runs, and can’t be run',
  ),
  roleOfStandard: label(
    '{at} 指定的人员不能读取，请填写办理人或候选人',
    'The people named by {at} can’t be read. Enter an assignee or candidates instead.',
  ),
  defaultCondition: label('默认连线不能有条件', 'A default flow can’t have a condition'),
  badDefault: label('默认连线“{at}”不是此元素的出线', 'The default flow “{at}” does not leave this element'),
  timerCycle: label('不支持循环定时', 'A timer that repeats can’t be run'),
  badTimer: label(
    '定时须为时长（如 PT2H、P3D）、时间点或表达式',
    'The timer must be a duration (PT2H, P3D), a moment or an expression',
  ),
  timerTooLong: label('定时不能超过十年', 'A timer can’t be longer than ten years'),
  badDue: label(
    '办理期限须为时长（如 P2D）、时间点或表达式',
    'The due date must be a duration (P2D), a moment or an expression',
  ),
  noStart: label('没有开始事件', 'There is no start event'),
  twoStarts: label('只能有一个开始事件', 'There can be only one start event'),
  noEnd: label('没有结束事件', 'There is no end event'),
  notReached: label('没有连线到达此元素', 'No flow leads to it'),
  badFlow: label('连线的起点或终点不存在', 'One of its ends does not exist'),
  crossesScope: label('连线不能跨越子流程的边界', 'It can’t cross the border of a sub-process'),
  intoStart: label('连线不能指向开始事件或边界事件', 'It can’t lead to a start event or a boundary event'),
  fromEnd: label('结束事件不能有后续连线', 'An end event can’t lead anywhere'),
  badCondition: label('条件无法识别：{at}', 'The condition is not understood: {at}'),
  conditionLanguage: label('不支持用 {at} 编写的条件', 'Conditions written in {at} can’t be run'),
  twoDefaults: label('有多条没有条件的连线，无法选择', 'Several flows have no condition, so none can be chosen'),
  endless: label(
    '循环中没有人工步骤或定时，流程将无法结束',
    'It is in a circle without a step for a person or a timer',
  ),
  noPeople: label('没有指定办理人或候选人', 'It has neither an assignee nor candidates'),
  badExpression: label('表达式无法识别：{at}', 'The expression is not understood: {at}'),
  listener: label('监听器不能运行', 'Listeners can’t be run'),
  mapping: label('输入输出映射不能运行', 'Input and output mappings can’t be run'),
  foreignService: label(
    '调用其他引擎的程序（{at}），不能运行；请选择服务动作',
    'It calls a program of another engine ({at}). Choose a service action instead.',
  ),
  noAction: label('没有选择服务动作', 'No service action is chosen'),
  unknownAction: label('服务动作“{at}”不存在', 'There is no service action “{at}”'),
  loopHere: label('多实例只能用于用户任务', 'Only user tasks can be done several times'),
  loopCollection: label('多实例没有指定人员集合', 'The people of the multi-instance step are not given'),
  badAgree: label('同意比例须为 all、any 或 1 至 100 的数字', 'The share must be all, any, or a number from 1 to 100'),
  standardLoop: label('不支持循环标记', 'A standard loop can’t be run'),
  eventSubProcess: label('不支持事件子流程', 'An event sub-process can’t be run'),
  attachedHere: label(
    '定时边界事件只能附着在用户任务或子流程上',
    'A timer can be attached only to a user task or a sub-process',
  ),
  badAttached: label('边界事件所附着的步骤不存在', 'The step it is attached to does not exist'),
  badField: label('表单字段“{at}”无效', 'The form field “{at}” is invalid'),
  messageFlow: label('消息流不能运行', 'Message flows can’t be run'),
} as const;
export type FaultCode = keyof typeof texts;

export interface Fault {
  elementId: string;
  elementName: string;
  elementType: string;
  code: FaultCode;
  at?: string;
}

/** A fault as it is shown. */
export function shownFault({ code, at = '', ...element }: Fault, language: Language): DeployFault {
  return {
    elementId: element.elementId.slice(0, 255),
    elementName: element.elementName.slice(0, 255),
    elementType: element.elementType.slice(0, 64),
    text: filledIn(textIn(texts[code], language), { at: at.slice(0, 80) }),
  };
}
