{{- define "parley.service" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "parley.fullname" .root }}-{{ .name }}
  labels: {{- include "parley.labels" . | nindent 4 }}
spec:
  {{- if eq .component.surface "http" }}
  ports:
    - { name: http, port: 80, targetPort: http }
  {{- else }}
  # Callers resolve every replica and spread their calls over them.
  clusterIP: None
  ports:
    - { name: grpc, port: 50051, targetPort: grpc, appProtocol: kubernetes.io/h2c }
    - { name: ops, port: 9464, targetPort: ops }
  {{- end }}
  selector: {{- include "parley.selector" . | nindent 4 }}
{{- end -}}

{{/* One address for WebSockets: who balances them needs no list of replicas. */}}
{{- define "parley.socketService" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "parley.fullname" .root }}-{{ .name }}-socket
  labels: {{- include "parley.labels" . | nindent 4 }}
spec:
  ports:
    - { name: socket, port: 80, targetPort: socket }
  selector: {{- include "parley.selector" . | nindent 4 }}
{{- end -}}

{{/* One address for senders of mail. Its own, because the sender's address has to be seen. */}}
{{- define "parley.smtpService" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "parley.fullname" .root }}-{{ .name }}-smtp
  labels: {{- include "parley.labels" . | nindent 4 }}
  {{- with .component.smtp.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ .component.smtp.type }}
  {{- if ne .component.smtp.type "ClusterIP" }}
  externalTrafficPolicy: {{ .component.smtp.externalTrafficPolicy }}
  {{- end }}
  ports:
    - { name: smtp, port: 25, targetPort: smtp }
  selector: {{- include "parley.selector" . | nindent 4 }}
{{- end -}}

{{/* Who may reach a component: outside when it has paths or takes mail, who calls it, who reads metrics; and whom a confined one reaches. */}}
{{- define "parley.networkPolicy" -}}
{{- $confined := and .component.confined (or .root.Values.networkPolicy.egress .root.Values.trialEngines.enabled) -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "parley.fullname" .root }}-{{ .name }}
  labels: {{- include "parley.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels: {{- include "parley.selector" . | nindent 6 }}
  policyTypes: [Ingress{{ if $confined }}, Egress{{ end }}]
  ingress:
    {{- if .component.paths }}
    - ports: [{ port: {{ ternary "http" "socket" (eq .component.surface "http") }} }]
      {{- with .root.Values.networkPolicy.publicFrom }}
      from: {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
    {{- if .component.smtpPort }}
    - ports: [{ port: smtp }]
      {{- with .component.smtp.from }}
      from: {{- toYaml . | nindent 8 }}
      {{- end }}
    {{- end }}
    {{- if eq .component.surface "grpc" }}
    {{- $callers := list }}
    {{- range $name, $component := .components }}
    {{- if and $component.enabled (has $.name $component.calls) }}{{ $callers = append $callers $name }}{{ end }}
    {{- end }}
    {{- if or $callers .component.extraCallers }}
    - ports: [{ port: grpc }]
      from:
        {{- range sortAlpha $callers }}
        - podSelector:
            matchLabels: {{- include "parley.selector" (dict "root" $.root "name" .) | nindent 14 }}
        {{- end }}
        {{- with .component.extraCallers }}{{ toYaml . | nindent 8 }}{{ end }}
    {{- end }}
    {{- end }}
    - ports: [{ port: {{ ternary "http" "ops" (eq .component.surface "http") }} }]
      from: {{- toYaml (default (list (dict "podSelector" dict)) .root.Values.networkPolicy.monitoringFrom) | nindent 8 }}
  {{- if $confined }}
  egress:
    - ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
    - ports: [{ port: 50051 }]
      to:
        {{- range sortAlpha .component.calls }}
        - podSelector:
            matchLabels: {{- include "parley.selector" (dict "root" $.root "name" .) | nindent 14 }}
        {{- end }}
    {{- if .root.Values.trialEngines.enabled }}
    - to:
        {{- range $name, $_ := .root.Values.trialEngines.engines }}
        - podSelector:
            matchLabels: {{- include "parley.selector" (dict "root" $.root "name" (printf "trial-%s" $name)) | nindent 14 }}
        {{- end }}
    {{- end }}
    {{- with .root.Values.networkPolicy.egress }}{{ toYaml . | nindent 4 }}{{ end }}
  {{- end }}
{{- end -}}

{{- define "parley.serviceMonitor" -}}
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: {{ include "parley.fullname" .root }}-{{ .name }}
  labels:
    {{- include "parley.labels" . | nindent 4 }}
    {{- with .root.Values.monitoring.serviceMonitor.labels }}{{ toYaml . | nindent 4 }}{{ end }}
spec:
  selector:
    matchLabels: {{- include "parley.selector" . | nindent 6 }}
  endpoints:
    # Every series names its service itself; the Service's name would take its place.
    - honorLabels: true
      port: {{ ternary "http" "ops" (eq .component.surface "http") }}
      path: /metrics
      interval: {{ .root.Values.monitoring.serviceMonitor.interval }}
{{- end -}}

{{- define "parley.autoscaler" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "parley.fullname" .root }}-{{ .name }}
  labels: {{- include "parley.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ include "parley.fullname" .root }}-{{ .name }} }
  minReplicas: {{ .component.autoscaling.minReplicas }}
  maxReplicas: {{ .component.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: {{ .component.autoscaling.cpuPercent }} } }
    {{- with .component.autoscaling.metrics }}{{ toYaml . | nindent 4 }}{{ end }}
{{- end -}}

{{- define "parley.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "parley.fullname" .root }}-{{ .name }}
  labels: {{- include "parley.labels" . | nindent 4 }}
spec:
  maxUnavailable: {{ .component.disruptionBudget.maxUnavailable }}
  selector:
    matchLabels: {{- include "parley.selector" . | nindent 6 }}
{{- end -}}

{{- define "parley.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "parley.serviceAccountName" . }}
  labels: {{- include "parley.labels" . | nindent 4 }}
  {{- with .root.Values.serviceAccounts.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end -}}
