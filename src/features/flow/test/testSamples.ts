function shape(id: string, x: number, y: number, width: number, height: number) {
  return `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="${x}" y="${y}" width="${width}" height="${height}"/></bpmndi:BPMNShape>`;
}
function edge(id: string, ...points: [number, number][]) {
  return `<bpmndi:BPMNEdge id="${id}_di" bpmnElement="${id}">${points
    .map(([x, y]) => `<di:waypoint x="${x}" y="${y}"/>`)
    .join('')}</bpmndi:BPMNEdge>`;
}

/** A leave request: filed, reviewed, and returned when refused. */
export const sampleXml = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" id="definitions" targetNamespace="sample">
  <bpmn:process id="leave" isExecutable="true">
    <bpmn:startEvent id="start" name="发起"/>
    <bpmn:userTask id="apply" name="填写请假单"/>
    <bpmn:userTask id="approve" name="部门经理审批"/>
    <bpmn:exclusiveGateway id="verdict" name="同意？"/>
    <bpmn:userTask id="record" name="人事备案"/>
    <bpmn:endEvent id="end" name="结束"/>
    <bpmn:sequenceFlow id="toApply" sourceRef="start" targetRef="apply"/>
    <bpmn:sequenceFlow id="toApprove" sourceRef="apply" targetRef="approve"/>
    <bpmn:sequenceFlow id="toVerdict" sourceRef="approve" targetRef="verdict"/>
    <bpmn:sequenceFlow id="agreed" name="同意" sourceRef="verdict" targetRef="record"/>
    <bpmn:sequenceFlow id="refused" name="驳回" sourceRef="verdict" targetRef="apply"/>
    <bpmn:sequenceFlow id="toEnd" sourceRef="record" targetRef="end"/>
  </bpmn:process>
  <bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="leave">
    ${shape('start', 160, 122, 36, 36)}${shape('apply', 250, 100, 110, 80)}${shape('approve', 420, 100, 110, 80)}
    ${shape('verdict', 590, 115, 50, 50)}${shape('record', 700, 100, 110, 80)}${shape('end', 870, 122, 36, 36)}
    ${edge('toApply', [196, 140], [250, 140])}${edge('toApprove', [360, 140], [420, 140])}
    ${edge('toVerdict', [530, 140], [590, 140])}${edge('agreed', [640, 140], [700, 140])}
    ${edge('refused', [615, 165], [615, 240], [305, 240], [305, 180])}${edge('toEnd', [810, 140], [870, 140])}
  </bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</bpmn:definitions>`;

/** A request that was refused once and is in its second review. */
export const sampleHistory = JSON.stringify(
  [
    { historyActivityId: 'start', historyActivityType: 'startEvent', endTime: '2026-05-11 09:00:00' },
    { historyActivityId: 'toApply', historyActivityType: 'sequenceFlow', endTime: '2026-05-11 09:00:00' },
    { historyActivityId: 'apply', historyActivityType: 'userTask', endTime: '2026-05-11 09:04:12' },
    { historyActivityId: 'toApprove', historyActivityType: 'sequenceFlow', endTime: '2026-05-11 09:04:12' },
    { historyActivityId: 'approve', historyActivityType: 'userTask', endTime: '2026-05-11 10:30:00' },
    { historyActivityId: 'refused', historyActivityType: 'sequenceFlow', endTime: '2026-05-11 10:30:00' },
    { historyActivityId: 'apply', historyActivityType: 'userTask', endTime: '2026-05-11 11:02:40' },
    { historyActivityId: 'approve', historyActivityType: 'userTask', endTime: null },
  ],
  null,
  1,
);

export const sampleText =
  '<h2>系统维护通知</h2><p>本周六 <strong>22:00</strong> 至周日 <strong>02:00</strong> 升级付款模块，期间请勿提交付款确认。</p>' +
  '<ul><li><p>已录入的订单不受影响</p></li><li><p>合同签署链接照常可用</p></li></ul>' +
  '<p>详见<a href="https://example.com/notice">维护公告</a>。</p>';
