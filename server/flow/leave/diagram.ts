/** The shipped leave request: the person chosen by the applicant decides, personnel checks what is longer than three days. */
export const leaveDiagram = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" xmlns:leasedesk="urn:leasedesk:bpmn" id="leaveDefinitions" targetNamespace="http://www.flowable.org/processdef">
  <bpmn:process id="leave" name="请假流程" isExecutable="true">
    <bpmn:extensionElements>
      <leasedesk:title language="en" text="Leave request" />
    </bpmn:extensionElements>
    <bpmn:startEvent id="start" name="提交申请">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Request" />
      </bpmn:extensionElements>
      <bpmn:outgoing>f_submit</bpmn:outgoing>
    </bpmn:startEvent>
    <bpmn:userTask id="leader" name="部门主管审批" flowable:assignee="\${taskUser}">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Manager approval" />
      </bpmn:extensionElements>
      <bpmn:incoming>f_submit</bpmn:incoming>
      <bpmn:incoming>f_again</bpmn:incoming>
      <bpmn:outgoing>f_leader</bpmn:outgoing>
    </bpmn:userTask>
    <bpmn:exclusiveGateway id="passed" name="是否同意" default="f_rejected">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Approved?" />
      </bpmn:extensionElements>
      <bpmn:incoming>f_leader</bpmn:incoming>
      <bpmn:outgoing>f_rejected</bpmn:outgoing>
      <bpmn:outgoing>f_passed</bpmn:outgoing>
    </bpmn:exclusiveGateway>
    <bpmn:userTask id="adjust" name="调整申请" flowable:assignee="\${applyUser}">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Change the request" />
        <leasedesk:title language="en" field="startTime" text="Start" />
        <leasedesk:title language="en" field="endTime" text="End" />
        <leasedesk:title language="en" field="reason" text="Reason" />
        <flowable:formProperty id="startTime" name="开始时间" type="date" required="true" />
        <flowable:formProperty id="endTime" name="结束时间" type="date" required="true" />
        <flowable:formProperty id="reason" name="请假理由" type="string" required="true" />
      </bpmn:extensionElements>
      <bpmn:incoming>f_rejected</bpmn:incoming>
      <bpmn:incoming>f_hrRejected</bpmn:incoming>
      <bpmn:outgoing>f_adjusted</bpmn:outgoing>
    </bpmn:userTask>
    <bpmn:exclusiveGateway id="resubmitted" name="是否重新提交" default="f_givenUp">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Sent again?" />
      </bpmn:extensionElements>
      <bpmn:incoming>f_adjusted</bpmn:incoming>
      <bpmn:outgoing>f_again</bpmn:outgoing>
      <bpmn:outgoing>f_givenUp</bpmn:outgoing>
    </bpmn:exclusiveGateway>
    <bpmn:endEvent id="givenUp" name="申请撤回">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Withdrawn" />
      </bpmn:extensionElements>
      <bpmn:incoming>f_givenUp</bpmn:incoming>
    </bpmn:endEvent>
    <bpmn:exclusiveGateway id="long" name="是否超过三天" default="f_short">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Over 3 days?" />
      </bpmn:extensionElements>
      <bpmn:incoming>f_passed</bpmn:incoming>
      <bpmn:outgoing>f_long</bpmn:outgoing>
      <bpmn:outgoing>f_short</bpmn:outgoing>
    </bpmn:exclusiveGateway>
    <bpmn:userTask id="hr" name="人事复核" flowable:candidateGroups="hr">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="HR review" />
      </bpmn:extensionElements>
      <bpmn:incoming>f_long</bpmn:incoming>
      <bpmn:outgoing>f_hr</bpmn:outgoing>
    </bpmn:userTask>
    <bpmn:exclusiveGateway id="hrPassed" name="复核结果" default="f_hrRejected">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Approved?" />
      </bpmn:extensionElements>
      <bpmn:incoming>f_hr</bpmn:incoming>
      <bpmn:outgoing>f_hrPassed</bpmn:outgoing>
      <bpmn:outgoing>f_hrRejected</bpmn:outgoing>
    </bpmn:exclusiveGateway>
    <bpmn:endEvent id="approved" name="审批通过">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Approved" />
      </bpmn:extensionElements>
      <bpmn:incoming>f_short</bpmn:incoming>
      <bpmn:incoming>f_hrPassed</bpmn:incoming>
    </bpmn:endEvent>
    <bpmn:sequenceFlow id="f_submit" sourceRef="start" targetRef="leader" />
    <bpmn:sequenceFlow id="f_leader" sourceRef="leader" targetRef="passed" />
    <bpmn:sequenceFlow id="f_rejected" name="驳回" sourceRef="passed" targetRef="adjust">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Reject" />
      </bpmn:extensionElements>
    </bpmn:sequenceFlow>
    <bpmn:sequenceFlow id="f_passed" name="同意" sourceRef="passed" targetRef="long">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Approve" />
      </bpmn:extensionElements>
      <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">\${pass == true}</bpmn:conditionExpression>
    </bpmn:sequenceFlow>
    <bpmn:sequenceFlow id="f_adjusted" sourceRef="adjust" targetRef="resubmitted" />
    <bpmn:sequenceFlow id="f_again" name="重新提交" sourceRef="resubmitted" targetRef="leader">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Send again" />
      </bpmn:extensionElements>
      <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">\${pass == true}</bpmn:conditionExpression>
    </bpmn:sequenceFlow>
    <bpmn:sequenceFlow id="f_givenUp" name="撤回" sourceRef="resubmitted" targetRef="givenUp">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Withdraw" />
      </bpmn:extensionElements>
    </bpmn:sequenceFlow>
    <bpmn:sequenceFlow id="f_long" name="是" sourceRef="long" targetRef="hr">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Yes" />
      </bpmn:extensionElements>
      <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">\${days &gt; 3}</bpmn:conditionExpression>
    </bpmn:sequenceFlow>
    <bpmn:sequenceFlow id="f_short" name="否" sourceRef="long" targetRef="approved">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="No" />
      </bpmn:extensionElements>
    </bpmn:sequenceFlow>
    <bpmn:sequenceFlow id="f_hr" sourceRef="hr" targetRef="hrPassed" />
    <bpmn:sequenceFlow id="f_hrPassed" name="同意" sourceRef="hrPassed" targetRef="approved">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Approve" />
      </bpmn:extensionElements>
      <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">\${pass == true}</bpmn:conditionExpression>
    </bpmn:sequenceFlow>
    <bpmn:sequenceFlow id="f_hrRejected" name="驳回" sourceRef="hrPassed" targetRef="adjust">
      <bpmn:extensionElements>
        <leasedesk:title language="en" text="Reject" />
      </bpmn:extensionElements>
    </bpmn:sequenceFlow>
  </bpmn:process>
  <bpmndi:BPMNDiagram id="leaveDiagram">
    <bpmndi:BPMNPlane id="leavePlane" bpmnElement="leave">
      <bpmndi:BPMNShape id="start_shape" bpmnElement="start"><dc:Bounds x="172" y="182" width="36" height="36" /><bpmndi:BPMNLabel><dc:Bounds x="168" y="224" width="44" height="14" /></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="leader_shape" bpmnElement="leader"><dc:Bounds x="260" y="160" width="100" height="80" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="passed_shape" bpmnElement="passed" isMarkerVisible="true"><dc:Bounds x="415" y="175" width="50" height="50" /><bpmndi:BPMNLabel><dc:Bounds x="418" y="155" width="44" height="14" /></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="adjust_shape" bpmnElement="adjust"><dc:Bounds x="260" y="310" width="100" height="80" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="resubmitted_shape" bpmnElement="resubmitted" isMarkerVisible="true"><dc:Bounds x="145" y="325" width="50" height="50" /><bpmndi:BPMNLabel><dc:Bounds x="137" y="305" width="66" height="14" /></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="givenUp_shape" bpmnElement="givenUp"><dc:Bounds x="152" y="442" width="36" height="36" /><bpmndi:BPMNLabel><dc:Bounds x="148" y="484" width="44" height="14" /></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="long_shape" bpmnElement="long" isMarkerVisible="true"><dc:Bounds x="525" y="175" width="50" height="50" /><bpmndi:BPMNLabel><dc:Bounds x="517" y="155" width="66" height="14" /></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="hr_shape" bpmnElement="hr"><dc:Bounds x="640" y="310" width="100" height="80" /></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="hrPassed_shape" bpmnElement="hrPassed" isMarkerVisible="true"><dc:Bounds x="665" y="440" width="50" height="50" /><bpmndi:BPMNLabel><dc:Bounds x="668" y="420" width="44" height="14" /></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="approved_shape" bpmnElement="approved"><dc:Bounds x="852" y="182" width="36" height="36" /><bpmndi:BPMNLabel><dc:Bounds x="848" y="224" width="44" height="14" /></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNEdge id="f_submit_edge" bpmnElement="f_submit"><di:waypoint x="208" y="200" /><di:waypoint x="260" y="200" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="f_leader_edge" bpmnElement="f_leader"><di:waypoint x="360" y="200" /><di:waypoint x="415" y="200" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="f_rejected_edge" bpmnElement="f_rejected"><di:waypoint x="440" y="225" /><di:waypoint x="440" y="350" /><di:waypoint x="360" y="350" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="f_passed_edge" bpmnElement="f_passed"><di:waypoint x="465" y="200" /><di:waypoint x="525" y="200" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="f_adjusted_edge" bpmnElement="f_adjusted"><di:waypoint x="260" y="350" /><di:waypoint x="195" y="350" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="f_again_edge" bpmnElement="f_again"><di:waypoint x="170" y="325" /><di:waypoint x="170" y="260" /><di:waypoint x="310" y="260" /><di:waypoint x="310" y="240" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="f_givenUp_edge" bpmnElement="f_givenUp"><di:waypoint x="170" y="375" /><di:waypoint x="170" y="442" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="f_long_edge" bpmnElement="f_long"><di:waypoint x="550" y="225" /><di:waypoint x="550" y="350" /><di:waypoint x="640" y="350" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="f_short_edge" bpmnElement="f_short"><di:waypoint x="575" y="200" /><di:waypoint x="852" y="200" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="f_hr_edge" bpmnElement="f_hr"><di:waypoint x="690" y="390" /><di:waypoint x="690" y="440" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="f_hrPassed_edge" bpmnElement="f_hrPassed"><di:waypoint x="715" y="465" /><di:waypoint x="870" y="465" /><di:waypoint x="870" y="218" /></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="f_hrRejected_edge" bpmnElement="f_hrRejected"><di:waypoint x="665" y="465" /><di:waypoint x="310" y="465" /><di:waypoint x="310" y="390" /></bpmndi:BPMNEdge>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</bpmn:definitions>
`;
