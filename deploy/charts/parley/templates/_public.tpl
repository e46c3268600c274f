{{/* An Ingress to components. Arguments: root, name, annotations, port (of their Services), paths (by component). */}}
{{- define "parley.ingress" -}}
{{- $ingress := .root.Values.ingress -}}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: {{ .name }}
  labels: {{- include "parley.sharedLabels" (dict "root" .root "name" "public") | nindent 4 }}
  {{- with .annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with $ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- $host := required "ingress.host is empty" $ingress.host }}
  {{- /* The gateway alone serves domains of help centers, and the whole of each. */}}
  {{- $domains := ternary $ingress.domains list (hasKey .paths "gateway") }}
  {{- $certified := list }}
  {{- range prepend $domains (dict "host" $host "tlsSecret" $ingress.tlsSecret) }}
  {{- if .tlsSecret }}{{ $certified = append $certified . }}{{ end }}
  {{- end }}
  {{- with $certified }}
  tls:
    {{- range . }}
    - hosts: [{{ .host }}]
      secretName: {{ .tlsSecret }}
    {{- end }}
  {{- end }}
  rules:
    - host: {{ $host }}
      http:
        paths:
          {{- range $component, $paths := .paths }}
          {{- $service := printf "%s-%s" (include "parley.fullname" $.root) $component }}
          {{- range $paths }}
          - path: {{ . }}
            pathType: Prefix
            backend: { service: { name: {{ ternary $service (printf "%s-socket" $service) (eq $.port "http") }}, port: { name: {{ $.port }} } } }
          {{- end }}
          {{- end }}
    {{- range $domains }}
    - host: {{ .host }}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend: { service: { name: {{ include "parley.fullname" $.root }}-gateway, port: { name: http } } }
    {{- end }}
{{- end -}}

{{/* Paths as matches of an HTTPRoute. */}}
{{- define "parley.routeMatches" -}}
{{- range . }}
- path: { type: PathPrefix, value: {{ . }} }
{{- end }}
{{- end -}}
