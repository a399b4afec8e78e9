{{- define "shop.name" -}}
{{- printf "%s" .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* The labels that select pods; they never change. */}}
{{- define "shop.selector" -}}
app.kubernetes.io/name: shop
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "shop.labels" -}}
{{ include "shop.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "shop.image" -}}
{{- $repository := required "image.repository is required: the image that the Dockerfile builds, in your registry" .Values.image.repository -}}
{{- if .Values.image.digest -}}
{{ $repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ $repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "shop.host" -}}
{{- (urlParse .Values.origin).host -}}
{{- end -}}

{{/* Refuses values that contradict each other, before anything is created. */}}
{{- define "shop.validate" -}}
{{- $_ := required "origin is required, such as https://shop.example.com" .Values.origin -}}
{{- $_ := required "secrets.instances is required: the name of a Secret with DATABASE_URL and JWT_SECRET" .Values.secrets.instances -}}
{{- $_ := required "secrets.migration is required: the name of a Secret with the owner's DATABASE_URL" .Values.secrets.migration -}}
{{- if .Values.backup.enabled -}}
{{- $_ := required "secrets.backup is required: the name of a Secret with the DATABASE_URL of shop_backup; or set backup.enabled=false" .Values.secrets.backup -}}
{{- $_ := required "backup.claim is required: a PersistentVolumeClaim for backups; or set backup.enabled=false" .Values.backup.claim -}}
{{- end -}}
{{- if not (or .Values.bucket.name .Values.sharedFolder.claim) -}}
{{- fail "images need bucket.name, or sharedFolder.claim: in a pod they would be lost with it" -}}
{{- end -}}
{{- if and (not .Values.bucket.name) (not .Values.sharedFolder.isShared) -}}
{{- if or .Values.web.autoscaling.enabled (gt (int .Values.web.replicas) 1) .Values.worker.enabled -}}
{{- fail "several pods need bucket.name, or a sharedFolder with isShared=true: with neither, set web.replicas=1 and worker.enabled=false" -}}
{{- end -}}
{{- end -}}
{{- if and .Values.bucket.name .Values.sharedFolder.claim (not .Values.sharedFolder.isShared) -}}
{{- if or .Values.web.autoscaling.enabled (gt (int .Values.web.replicas) 1) .Values.worker.enabled -}}
{{- fail "several pods cannot mount sharedFolder.claim unless it is ReadWriteMany (isShared=true)" -}}
{{- end -}}
{{- end -}}
{{- if lt (mul 1000 (int .Values.terminationGracePeriodSeconds)) (add 20000 (int .Values.drainMs)) -}}
{{- fail "terminationGracePeriodSeconds must be at least 20 seconds above drainMs" -}}
{{- end -}}
{{- if gt (int .Values.web.autoscaling.minReplicas) (int .Values.web.autoscaling.maxReplicas) -}}
{{- fail "web.autoscaling.minReplicas is above maxReplicas" -}}
{{- end -}}
{{- end -}}

{{/* One variable from a Secret that exists; optional ones may be absent from it. */}}
{{- define "shop.secretVariable" -}}
- name: {{ .key }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end -}}

{{- define "shop.bucketVariables" -}}
{{- if .root.Values.bucket.name }}
- name: S3_BUCKET
  value: {{ .root.Values.bucket.name | quote }}
- name: S3_REGION
  value: {{ .root.Values.bucket.region | quote }}
{{- if .root.Values.bucket.endpoint }}
- name: S3_ENDPOINT
  value: {{ .root.Values.bucket.endpoint | quote }}
{{- end }}
{{- if .root.Values.bucket.pathStyle }}
- name: S3_FORCE_PATH_STYLE
  value: {{ .root.Values.bucket.pathStyle | quote }}
{{- end }}
{{- range list "S3_ACCESS_KEY_ID" "S3_SECRET_ACCESS_KEY" }}
{{ include "shop.secretVariable" (dict "key" . "secret" $.secret "optional" true) }}
{{- end }}
{{- else }}
- name: UPLOADS_DIR
  value: /shared/uploads
{{- end }}
{{- end -}}

{{/* The variables of an instance. */}}
{{- define "shop.variables" -}}
- name: ROLE
  value: {{ .role }}
- name: PORT
  value: "3000"
- name: HOST
  value: 0.0.0.0
- name: METRICS_PORT
  value: "9464"
- name: METRICS_HOST
  value: 0.0.0.0
- name: MIGRATE
  value: "0"
- name: PUBLIC_ORIGIN
  value: {{ .root.Values.origin | quote }}
- name: DRAIN_MS
  value: {{ int .root.Values.drainMs | quote }}
- name: DATA_DIR
  value: /tmp/data
- name: STATIC_DIR
  value: {{ ternary "/shared/static" "/tmp/static" (not (empty .root.Values.sharedFolder.claim)) }}
{{- if .root.Values.sharedFolder.claim }}
# Files without content, with the names of the backups.
- name: BACKUP_DIR
  value: /shared/backup-names
{{- end }}
{{- if not (hasKey .root.Values.settings "TRUSTED_PROXIES") }}
- name: TRUSTED_PROXIES
  value: uniquelocal
{{- end }}
{{- range $name, $value := .root.Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- $secret := .root.Values.secrets.instances }}
{{- include "shop.bucketVariables" (dict "root" .root "secret" $secret) }}
{{- range list "DATABASE_URL" "JWT_SECRET" }}
{{ include "shop.secretVariable" (dict "key" . "secret" $secret) }}
{{- end }}
{{- range splitList " " (include "shop.optionalSecrets" .root) }}
{{ include "shop.secretVariable" (dict "key" . "secret" $secret "optional" true) }}
{{- end }}
{{- end -}}

{{/* What the Secret of the instances may have besides. */}}
{{- define "shop.optionalSecrets" -}}
ADMIN_PASSWORD DATABASE_REPLICA_URLS PAYPAL_CLIENT_SECRET SEARCH_ENGINE_URL SEARCH_VECTORS_KEY SMTP_URL STRIPE_SECRET_KEY STRIPE_WEBHOOK_SECRET
{{- end -}}

{{- define "shop.podSecurity" -}}
runAsNonRoot: true
# The user "node" of the image.
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "shop.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
privileged: false
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "shop.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "shop.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 1Gi
{{- if .Values.sharedFolder.claim }}
- name: shared
  persistentVolumeClaim:
    claimName: {{ .Values.sharedFolder.claim }}
{{- end }}
{{- end -}}

{{- define "shop.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
{{- if .Values.sharedFolder.claim }}
- name: shared
  mountPath: /shared
{{- end }}
{{- end -}}

{{/* The deployment of instances with a role. */}}
{{- define "shop.deployment" -}}
{{- $values := index .root.Values .component -}}
{{- $about := dict "root" .root "component" .component -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "shop.name" .root }}-{{ .component }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "shop.labels" $about | nindent 4 }}
spec:
  {{- if not .isScaled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  # A folder that one pod mounts at a time is given up before the next one starts.
  {{- if and .root.Values.sharedFolder.claim (not .root.Values.sharedFolder.isShared) }}
  strategy:
    type: Recreate
  {{- else }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  {{- end }}
  selector:
    matchLabels:
      {{- include "shop.selector" $about | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "shop.labels" $about | nindent 8 }}
        shop/has-metrics: "true"
      {{- with $values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "shop.name" .root }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- include "shop.pullSecrets" .root | nindent 6 }}
      terminationGracePeriodSeconds: {{ int .root.Values.terminationGracePeriodSeconds }}
      securityContext:
        {{- include "shop.podSecurity" .root | nindent 8 }}
      topologySpreadConstraints:
        {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
        - maxSkew: 1
          topologyKey: {{ . }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "shop.selector" $about | nindent 14 }}
          # Old and new pods are spread each by themselves.
          matchLabelKeys: [pod-template-hash]
        {{- end }}
      containers:
        - name: shop
          image: {{ include "shop.image" .root | quote }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          ports:
            - name: http
              containerPort: 3000
            - name: metrics
              containerPort: 9464
          env:
            {{- include "shop.variables" (dict "root" .root "role" .role) | nindent 12 }}
          # An instance listens once the database has its schema.
          startupProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 2
            timeoutSeconds: 2
            failureThreshold: 150
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 2
            timeoutSeconds: 2
            failureThreshold: 2
          securityContext:
            {{- include "shop.containerSecurity" .root | nindent 12 }}
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          volumeMounts:
            {{- include "shop.volumeMounts" .root | nindent 12 }}
      volumes:
        {{- include "shop.volumes" .root | nindent 8 }}
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end -}}
